import type { ModuleTests } from '../../test/module-tests.ts'

const here = { testedIn: 'modules/webhooks/webhooks.db.test.ts' }

export const moduleTests: ModuleTests = {
  adminCalls: {
    'POST /admin/api/webhooks': here,
    'PUT /admin/api/webhooks/:key': here,
    'DELETE /admin/api/webhooks/:key': here,
    'POST /admin/api/webhooks/:key/test': here,
    'POST /admin/api/webhooks/:key/renew-secret': here,
  },
}
