import { open, singleUse } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

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
}
