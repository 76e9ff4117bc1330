/** Sends gift cards that were bought for somebody else, on the day that their buyer chose: each delivery once. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { jobActor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import {
  cardsOfDelivery,
  dueDeliveries,
  endDelivery,
  lockDueDelivery,
} from '../../domain/gift-cards/gift-card-delivery.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { addOrderMail, findOrderById } from '../../domain/orders/order-repository.server.ts'
import { giftMail } from '../../providers/mail/gift-card-mail.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'
import { sendMailBatch } from '../../providers/mail/send-mail-batch.ts'

export interface GiftCardServices extends SendMailServices {
  db: Kysely<DB>
  jobs: JobQueue<'order-mail'>
}

/** Deliveries of a run; the next one, a minute later, continues. */
const perRun = 200

/**
 * Returns how many deliveries were sent. One that cannot be sent is tried again by a later run, and staff see its order
 * among those with a mail that was not sent.
 */
export async function sendGiftCards(services: GiftCardServices, most = perRun): Promise<number> {
  const { db, clock } = services
  const due = await dueDeliveries(db, new Date(clock()), most)
  let sent = 0
  await sendMailBatch(
    due.map((id) => ({ id: String(id), data: id })),
    async (id) => {
      if (await sendDelivery(services, id)) sent++
    },
  )
  return sent
}

/** False: another node sends it, or its cards were refunded meanwhile. */
function sendDelivery(services: GiftCardServices, id: number): Promise<boolean> {
  const { db, keys, clock, jobs, publicUrl } = services
  return audited(db, jobActor('gift-cards'), async (trx, record) => {
    const at = new Date(clock())
    const delivery = await lockDueDelivery(trx, id, at)
    if (delivery === null) return false
    const cards = await cardsOfDelivery(trx, keys, delivery)
    const order = await findOrderById(trx, delivery.orderId)
    if (cards.length === 0 || !order) {
      await endDelivery(trx, record, delivery, { status: 'cancelled', at })
      return false
    }
    const { orderNumber, recipientEmail, resends } = delivery
    await sendMail(trx, services, {
      name: [orderNumber, 'gift', id, ...(resends > 0 ? [`again-${resends}`] : [])].join('-'),
      kind: 'gift-card',
      to: recipientEmail,
      ...giftMail(delivery, order.snapshot.customer, cards, publicUrl),
      date: at,
    })
    await endDelivery(trx, record, delivery, { status: 'sent', at })
    await addOrderMail(trx, jobs, delivery.orderId, `gift-card-sent-${id}`)
    return true
  })
}
