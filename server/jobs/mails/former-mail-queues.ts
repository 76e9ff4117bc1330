/**
 * Until the outbox (decision 162) each template had a queue of its own. Nodes of the release before still fill these queues
 * while they run beside this one: what is in them moves into the outbox, once, under the same template and data, so that the
 * mail keeps its Message-ID. A node of that release may still send what it has fetched itself.
 *
 * This file, the queues and their words go in the release after the next one.
 */
import type { Job, JobResult, PgBoss } from 'pg-boss'
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.generated.ts'
import { oweMail } from '../../../domain/mail/mail-outbox.server.ts'
import { mailBatches } from '../../../providers/mail/send-mail-batch.ts'

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
    await boss.work(queue, mailBatches, (batch: Job[]) => moveToOutbox(db, queue, batch))
}

/** A job whose node dies before it is completed is fetched again, and is in the outbox already. */
export async function moveToOutbox(
  db: Kysely<DB>,
  queue: string,
  batch: readonly Pick<Job, 'id' | 'data'>[],
): Promise<JobResult[]> {
  await db.transaction().execute(async (trx) => {
    for (const { id, data } of batch) await oweMail(trx, { template: queue, data, formerJob: id })
  })
  return batch.map(({ id }) => ({ id, status: 'completed' }))
}
