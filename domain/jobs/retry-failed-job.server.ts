/** Runs a background job again that was given up. Every job is idempotent: what its attempts did is not done twice. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'

export type RetryAnswer =
  | { ok: true }
  /** It is unknown, or it runs, has succeeded or waits for another attempt. */
  | { ok: false; code: 'job_not_failed' }

/**
 * The statement is that of pg-boss' own `retry()`, which cannot be part of a transaction that also writes the audit
 * unless a process runs pg-boss. `store`: of what the job is about, for the audit.
 */
export async function retryFailedJob(
  db: Kysely<DB>,
  actor: Actor,
  { id, store }: { id: string; store: StoreCode | null },
): Promise<RetryAnswer> {
  return audited<RetryAnswer>(db, actor, async (trx, record) => {
    const { rows } = await sql<{ queue: string }>`
      update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null
      where id = ${id}::uuid and state = 'failed' returning name as queue`.execute(trx)
    const [job] = rows
    if (!job) return { ok: false, code: 'job_not_failed' }
    record({
      action: 'background_job.retry',
      object: ['background_job', id],
      store,
      after: { queue: job.queue },
    })
    return { ok: true }
  })
}
