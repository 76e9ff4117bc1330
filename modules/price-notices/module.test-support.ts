import { open } from '../../test/access/access-rule.ts'
import type { ModuleTests } from '../../test/module-tests.ts'

export const moduleTests: ModuleTests = {
  apiAccess: {
    'POST /api/price-notices': open({ body: { sku: 'VO-AA-8' }, owned: { email: 'email' } }),
  },
}
