import type { ModuleTests } from '../../test/module-tests.ts'
import { failureMail, reportMail } from './scheduled-import-mail.server.ts'

const here = { testedIn: 'modules/scheduled-imports/scheduled-imports.db.test.ts' }

export const moduleTests: ModuleTests = {
  adminCalls: {
    'POST /admin/api/scheduled-imports': here,
    'PUT /admin/api/scheduled-imports/:key': here,
    'DELETE /admin/api/scheduled-imports/:key': here,
    'POST /admin/api/scheduled-imports/:key/run': here,
    'POST /admin/api/scheduled-imports/:key/acceptHostKey': here,
  },
  mailExamples: (store, { link }) => ({
    'scheduled-import': [
      reportMail(
        store,
        { name: 'Nordlager, prices', store },
        { changed: 1204, unchanged: 18_202, refused: 3, link },
      ),
      failureMail(store, { name: 'Nordlager, prices', store, problem: 'http_status', detail: '404' }),
    ],
  }),
}
