import type { ModuleTests } from '../../test/module-tests.ts'

const here = { testedIn: 'modules/scheduled-imports/scheduled-imports.db.test.ts' }

export const moduleTests: ModuleTests = {
  adminCalls: {
    'POST /admin/api/scheduled-imports': here,
    'PUT /admin/api/scheduled-imports/:key': here,
    'DELETE /admin/api/scheduled-imports/:key': here,
    'POST /admin/api/scheduled-imports/:key/run': here,
    'POST /admin/api/scheduled-imports/:key/acceptHostKey': here,
  },
}
