import { confirmationMail } from '../../providers/mail/confirmation-mail.ts'
import { open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'
import { stockMail } from './stock-mail.server.ts'

export const moduleTests: ModuleTests = {
  apiAccess: {
    'POST /api/stock-notifications': open({ body: { sku: 'VO-AA-8' }, owned: { email: 'email' } }),
  },
  mailExamples: (store, { product, link }) => ({
    'stock-confirmation': [confirmationMail(store, { purpose: 'stock', name: product }, link)],
    'stock-notice': [stockMail(store, { name: product, url: link }, link)],
  }),
}
