import { open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'
import { contactAnswerMail, contactMail, contactReceiptMail } from './contact-mail.server.ts'

const answers = { testedIn: 'modules/contact/messages.db.test.ts' }

export const moduleTests: ModuleTests = {
  apiAccess: {
    'POST /api/contact-photos': open(),
    'POST /api/contact-messages': open({
      body: {
        key: '00000000-0000-4000-8000-000000000003',
        topic: 'order',
        name: 'Frida Främling',
        email: 'fremling@exempel.se',
        message: 'Var är paketet?',
      },
      owned: { order_number: 'order' },
    }),
  },
  adminCalls: {
    'POST /admin/api/messages/:reference/answers': answers,
    'POST /admin/api/messages/:reference/status': answers,
  },
  mailExamples: (store, { product }) => {
    const message = {
      store,
      name: 'Anna Åberg',
      email: 'anna@example.se',
      reference: 'K-7Q2M-94XD',
      topic: 'order' as const,
      orderNumber: 'X100001',
      message: product,
      receivedAt: new Date('2026-11-20T09:00:00Z'),
    }
    return {
      'contact-message': [contactMail(message)],
      'contact-receipt': [contactReceiptMail(message)],
      'contact-answer': [contactAnswerMail(message, product)],
    }
  },
}
