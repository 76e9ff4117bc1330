/** Scheduled imports: what jobs and the back office add for them. */
import { oweMail } from '../../domain/mail/mail-outbox.server.ts'
import { defineModule } from '../../sdk/module.ts'
import { scheduledImports } from './declarations.ts'
import { createScheduledImports } from './run-scheduled-imports.server.ts'
import { scheduledImportMail } from './scheduled-import-mail.server.ts'
import { noteUnfinished, takeEndOfJob } from './scheduled-import-repository.server.ts'
import { scheduledImportResource } from './scheduled-import-resource.server.ts'

export const module = defineModule(scheduledImports, {
  resources: [scheduledImportResource],
  jobs: { 'scheduled-imports': createScheduledImports() },
  mailTemplates: { 'scheduled-import-mail': scheduledImportMail },
  subscribers: {
    // Owes the report of an import that has ended.
    'scheduled-imports': async ({ db }, { data }) => {
      if (data.kind !== 'feed-import') return
      await db.transaction().execute(async (trx) => {
        const found = await takeEndOfJob(trx, data.job)
        if (found === null) return
        if (!data.isComplete) await noteUnfinished(trx, { id: found.id, job: data.job })
        const needsSomebody = data.refused > 0 || !data.isComplete
        if (found.report === 'never' || (found.report === 'problems' && !needsSomebody)) return
        await oweMail(trx, {
          template: 'scheduled-import-mail',
          data: { importId: found.id, job: data.job },
        })
      })
    },
  },
})
