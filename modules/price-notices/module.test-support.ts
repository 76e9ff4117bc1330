import { minor } from '../../domain/money/money.ts'
import { confirmationMail } from '../../providers/mail/confirmation-mail.ts'
import { open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'
import { priceMail } from './price-mail.server.ts'

export const moduleTests: ModuleTests = {
  apiAccess: {
    'POST /api/price-notices': open({ body: { sku: 'VO-AA-8' }, owned: { email: 'email' } }),
  },
  mailExamples: (store, { product, link }) => ({
    'price-confirmation': [confirmationMail(store, { purpose: 'price', name: product }, link)],
    'price-notice': [
      priceMail(store, {
        name: product,
        url: link,
        beforeMinor: minor(1_099_00),
        priceMinor: minor(879_00),
        preferencesUrl: link,
      }),
    ],
  }),
}
