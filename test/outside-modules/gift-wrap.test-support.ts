/** What the tests of everything know of the example `gift-wrap`, in a copy of the project that binds it. */
import type { ModuleTests } from '../../test/module-tests.ts'
import { open } from '../../test/access/access-rule.ts'

const here = { testedIn: 'test/outside-modules/outside-modules.db.test.ts' }

export const moduleTests: ModuleTests = {
  apiAccess: { 'GET /api/modules/gift-wrap/wrapping': open() },
  adminCalls: {
    'POST /admin/api/gift-wrap': {
      call: async () => ({
        path: 'gift-wrap',
        body: { sku: 'NC-AA4', note: null, isOffered: true },
      }),
    },
    'PUT /admin/api/gift-wrap/:key': here,
    'DELETE /admin/api/gift-wrap/:key': here,
    'POST /admin/api/gift-wrap-orders/:key/wrapped': here,
    'PUT /admin/api/gift-wrap-settings/:key': here,
    'POST /admin/api/modules/gift-wrap/orders/:number/wrapped': here,
  },
}
