import { open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

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
}
