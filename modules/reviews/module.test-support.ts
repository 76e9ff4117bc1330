import { open, singleUse } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'
import { reviewMail } from './review-mail.server.ts'
import { reviewRejectedMail } from './review-rejected-mail.server.ts'

export const moduleTests: ModuleTests = {
  apiAccess: {
    'GET /api/products/:id/reviews': open({ fixed: { id: '1' } }),
    'POST /api/reviews/:id/helpful': open({ fixed: { id: '1' } }),
    'POST /api/reviews': singleUse({
      body: { show_name: true, reviews: [{ sku: 'VO-AA-8', stars: 5 }] },
      owned: { token: 'usedToken' },
      refused: [403],
    }),
  },
  adminCalls: {
    'POST /admin/api/reviews/:key/publish': { testedIn: 'modules/reviews/review-resource.db.test.ts' },
    'POST /admin/api/reviews/:key/reject': { testedIn: 'modules/reviews/review-resource.db.test.ts' },
    'POST /admin/api/reviews/:key/answer': { testedIn: 'modules/reviews/review-resource.db.test.ts' },
  },
  pageAccess: { '/:locale/review': open({ query: { token: 'x' } }) },
  calculatesHundredths: { 'modules/reviews/review.ts': 'hundredths of a rating' },
  pageTypes: { review: 'review' },
  mailExamples: (store, { product, link }) => ({
    'review-rejected': [reviewRejectedMail(store, { name: 'Anna Berg', product, reason: 'personal_data' })],
    'review-request': [
      reviewMail(store, { name: 'Anna Berg', products: [product], link, preferencesUrl: link }),
      reviewMail(store, { name: 'Anna Berg', products: [product, 'CR2032'], link, preferencesUrl: link }),
    ],
  }),
}
