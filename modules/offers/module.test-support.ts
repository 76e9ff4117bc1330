import { account } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {
  apiAccess: { 'GET /api/offers': account() },
  pageAccess: { '/:locale/my-account/offers': account() },
}
