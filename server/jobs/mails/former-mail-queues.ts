/**
 * Until the outbox (decision 162) each template had a queue of its own. Nodes of the release before still fill these queues
 * while they run beside this one: what is in them moves into the outbox, once, under the same template and data, so that the
 * mail keeps its Message-ID. A node of that release may still send what it has fetched itself.
 *
 * This file, the queues and their words go in the release after the next one.
 */
import { fromKysely, type Job, type JobResult, type PgBoss } from 'pg-boss'
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.generated.ts'
import { oweMail } from '../../../domain/mail/mail-outbox.server.ts'
import { jobBatches } from '../job-batches.ts'

export const formerMailQueues = [
  'order-mail',
  'withdrawal-mail',
  'cancellation-mail',
  'confirmation-mail',
  'account-mail',
  'company-mail',
  'payment-link-mail',
  'subscription-mail',
  'staff-mail',
  'contact-mail',
  'contact-answer-mail',
  'reset-mail',
] as const

/** Starts the readers of the former queues. */
export async function drainFormerQueues(boss: PgBoss, db: Kysely<DB>): Promise<void> {
  for (const queue of formerMailQueues)
    await boss.work(queue, jobBatches, (batch: Job[]) => moveToOutbox(boss, db, queue, batch))
}

/**
 * In one transaction, so that a job whose node dies meanwhile is either in the outbox or left to the next node, which may
 * be one of the release before and send it itself.
 */
export async function moveToOutbox(
  boss: PgBoss,
  db: Kysely<DB>,
  queue: string,
  batch: readonly Pick<Job, 'id' | 'data'>[],
): Promise<JobResult[]> {
  await db.transaction().execute(async (trx) => {
    for (const { id, data } of batch) await oweMail(trx, { template: queue, data, formerJob: id })
    await boss.complete(
      queue,
      batch.map(({ id }) => id),
      null,
      { db: fromKysely(trx) },
    )
  })
  return batch.map(({ id }) => ({ id, status: 'completed' }))
}
