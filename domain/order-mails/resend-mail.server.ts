/** Staff send a mail of an order again. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue, OrderMailKind } from '../jobs/job-queue.ts'
import type { StoreCode } from '../stores/stores.ts'

export type ResendAnswer = { ok: true } | { ok: false; code: 'unknown_mail' | 'not_sent_yet' }

/** Enqueues a mail once more that was sent before, or dismissed as failed; its content is that of today. */
export async function resendMail(
  { db, jobs }: { db: Kysely<DB>; jobs: JobQueue<'order-mail'> },
  actor: Actor,
  order: { id: number; number: string; store: StoreCode },
  kind: string,
): Promise<ResendAnswer> {
  return audited(db, actor, async (trx, record) => {
    const mail = await trx
      .selectFrom('order_mail')
      .select(['kind', 'sent_at', 'dismissed_at'])
      .where('order_id', '=', order.id)
      .where('kind', '=', kind)
      .forUpdate()
      .executeTakeFirst()
    if (!mail) return { ok: false, code: 'unknown_mail' }
    if (mail.sent_at === null && mail.dismissed_at === null) return { ok: false, code: 'not_sent_yet' }
    await trx
      .updateTable('order_mail')
      .set(({ eb }) => ({
        sent_at: null,
        dismissed_at: null,
        message_id: null,
        not_before: null,
        created_at: new Date(),
        resends: eb('resends', '+', 1),
      }))
      .where('order_id', '=', order.id)
      .where('kind', '=', kind)
      .execute()
    await jobs.enqueue(trx, 'order-mail', { orderId: order.id, kind: mail.kind as OrderMailKind })
    const { store } = order
    record({ action: 'order.resend-mail', object: ['order', order.number], store, after: { mail: kind } })
    return { ok: true }
  })
}
