/**
 * What staff do with a background job or a mail that was given up: run it again, or dismiss it. Every job is idempotent:
 * what its attempts did is not done twice.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'

/** `store`: of what the job is about, for the audit. */
interface GivenUpJob {
  id: string
  store: StoreCode | null
}

export type GivenUpJobAnswer =
  | { ok: true }
  /** It is unknown, or it runs, has succeeded, was dismissed or waits for another attempt. */
  | { ok: false; code: 'job_not_failed' }

/**
 * One more attempt. The statement is that of pg-boss' own `retry()`, which cannot be part of a transaction that also
 * writes the audit unless a process runs pg-boss. A job may have been given up for longer than its queue keeps jobs that
 * wait (`keep_until`), so that period begins again.
 */
export async function retryFailedJob(
  db: Kysely<DB>,
  actor: Actor,
  { id, store }: GivenUpJob,
): Promise<GivenUpJobAnswer> {
  return audited<GivenUpJobAnswer>(db, actor, async (trx, record) => {
    const { rows } = await sql<{ queue: string }>`
      with job as (
        update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null,
          keep_until = now() + (keep_until - created_on)
        where id = ${id}::uuid and state = 'failed' returning name as queue
      ), mail as (
        update mail_outbox set state = 'waiting', next_at = now(), ended_at = null,
          attempts = greatest(attempts - 1, 0)
        where id = ${id}::uuid and state = 'failed' returning template as queue
      ) select queue from job union all select queue from mail`.execute(trx)
    const [job] = rows
    if (!job) return { ok: false, code: 'job_not_failed' }
    const { queue } = job
    record({ action: 'background_job.retry', object: ['background_job', id], store, after: { queue } })
    return { ok: true }
  })
}

/** Takes a job off the list for good. A mail of an order or a gift card then no longer counts as one that was not sent. */
export async function dismissFailedJob(
  db: Kysely<DB>,
  actor: Actor,
  { id, store }: GivenUpJob,
): Promise<GivenUpJobAnswer> {
  return audited<GivenUpJobAnswer>(db, actor, async (trx, record) => {
    // Before its mail, as where staff plan it again.
    await sql`select 1 from gift_card_delivery where id = (select (m.data ->> 'deliveryId')::bigint from mail_outbox m
      where m.id = ${id}::uuid and m.template = 'gift-card-mail') for update`.execute(trx)
    const { rows } = await sql<{
      queue: string
      orderId: number | null
      mail: string | null
      deliveryId: number | null
    }>`
      with job as (
        update pgboss.job set state = 'cancelled', completed_on = now()
        where id = ${id}::uuid and state = 'failed' returning name as queue, data
      ), mail as (
        update mail_outbox set state = 'dismissed', recipient = null, ended_at = now(),
          data = case when recipient is null then data else '{}' end
        where id = ${id}::uuid and state = 'failed' returning template as queue, data
      ) select queue, (data ->> 'orderId')::bigint as "orderId", data ->> 'kind' as mail,
        (data ->> 'deliveryId')::bigint as "deliveryId"
      from (select queue, data from job union all select queue, data from mail) as dismissed`.execute(trx)
    const [job] = rows
    if (!job) return { ok: false, code: 'job_not_failed' }
    const { queue, orderId, mail, deliveryId } = job
    if (queue === 'order-mail' && orderId !== null && mail !== null)
      await trx
        .updateTable('order_mail')
        .set({ dismissed_at: sql<Date>`now()` })
        .where('order_id', '=', orderId)
        .where('kind', '=', mail)
        .where('sent_at', 'is', null)
        .execute()
    if (queue === 'gift-card-mail' && deliveryId !== null)
      await trx
        .updateTable('gift_card_delivery')
        .set({ dismissed_at: sql<Date>`now()` })
        .where('id', '=', deliveryId)
        .where('status', '=', 'waiting')
        .execute()
    record({ action: 'background_job.dismiss', object: ['background_job', id], store, after: { queue } })
    return { ok: true }
  })
}
