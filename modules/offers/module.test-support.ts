import { account } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

const here = { testedIn: 'modules/offers/staff-offers.db.test.ts' }

export const moduleTests: ModuleTests = {
  adminCalls: {
    'POST /admin/api/offers': here,
    'POST /admin/api/offers/:key/end': here,
    'POST /admin/api/segments': here,
    'POST /admin/api/segments/:key/add': here,
    'POST /admin/api/segments/:key/remove': here,
  },
  apiAccess: { 'GET /api/offers': account() },
  convertsAmounts: {
    'modules/offers/offer-command.server.ts': 'amounts of a command',
    'modules/offers/routes.server.ts': 'amounts of the API',
  },
  pageAccess: { '/:locale/my-account/offers': account() },
}
