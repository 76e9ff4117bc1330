/**
 * The job queue in PostgreSQL. A job is enqueued in the transaction that causes it, so it exists exactly when
 * its cause does. Mails are rows of the outbox.
 */
import type { Kysely } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { DB } from '../../db/schema.generated.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { mailQueue } from '../../domain/mail/mail-outbox.server.ts'
import { isMailTemplate } from '../../domain/mail/mail-templates.ts'

export function jobQueue(boss: PgBoss): JobQueue {
  return {
    async enqueue(transaction: Kysely<DB>, name: string, data: object, options?: { startAfter: Date }) {
      if (isMailTemplate(name)) {
        await mailQueue.enqueue(transaction, name, data as never, options)
        return
      }
      const { executeSql } = fromKysely(transaction)
      await boss.send(name, data, {
        ...options,
        db: { executeSql: (text, values) => executeSql(`/* plan: enqueue-${name} */ ${text}`, values) },
      })
    },
  }
}

/** For processes that enqueue jobs without running workers, such as the CLI: a running shop picks them up. */
export async function withJobQueue<T>(db: Kysely<DB>, work: (jobs: JobQueue) => Promise<T>): Promise<T> {
  const boss = new PgBoss({
    db: fromKysely(db),
    migrate: false,
    persistWarnings: false,
    supervise: false,
    schedule: false,
  })
  let fault: Error | null = null
  boss.on('error', (error) => (fault = error))
  await boss.start()
  try {
    return await work(jobQueue(boss))
  } finally {
    await boss.stop({ graceful: false, close: false })
    if (fault) process.stderr.write(`The job queue has trouble: ${(fault as Error).message}\n`)
  }
}
