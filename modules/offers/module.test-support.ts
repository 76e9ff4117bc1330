import { account } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {
  apiAccess: { 'GET /api/offers': account() },
  convertsAmounts: {
    'modules/offers/offer-command.server.ts': 'amounts of a command',
    'modules/offers/routes.server.ts': 'amounts of the API',
  },
  pageAccess: { '/:locale/my-account/offers': account() },
}
