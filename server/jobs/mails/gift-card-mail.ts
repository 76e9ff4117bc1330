/** Gift cards to whom they were given: each delivery once, and again where staff send it again. */
import {
  cardsOfDelivery,
  endDelivery,
  lockDueDelivery,
} from '../../../domain/gift-cards/gift-card-delivery.server.ts'
import type { MailPayloads } from '../../../domain/jobs/job-queue.ts'
import { minor } from '../../../domain/money/money.ts'
import { mailQueue } from '../../../domain/mail/mail-outbox.server.ts'
import { addOrderMail, findOrderById } from '../../../domain/orders/order-repository.server.ts'
import { giftMail } from '../../../providers/mail/gift-card-mail.ts'
import { mailTemplate } from '../../../providers/mail/mail-template.ts'

/** Staff see the order of one that cannot be sent among those with a mail that was not sent. */
export const giftCardMail = mailTemplate<MailPayloads['gift-card-mail']>({
  async mail(trx, { keys, clock, publicUrl }, { deliveryId: id }, { record }) {
    const at = new Date(clock())
    const delivery = await lockDueDelivery(trx, id, at)
    // Moved to another day, cancelled, or a node of the release before sends it.
    if (delivery === null) return null
    const cards = await cardsOfDelivery(trx, keys, delivery)
    const order = await findOrderById(trx, delivery.orderId)
    if (cards.length === 0 || !order) {
      await endDelivery(trx, record, delivery, { status: 'cancelled', at })
      return null
    }
    const { orderNumber, recipientEmail, resends } = delivery
    return {
      name: [orderNumber, 'gift', id, ...(resends > 0 ? [`again-${resends}`] : [])].join('-'),
      kind: 'gift-card',
      to: recipientEmail,
      ...giftMail(delivery, order.snapshot.customer, cards, publicUrl),
      store: delivery.store,
      date: at,
      async noteSent() {
        await endDelivery(trx, record, delivery, { status: 'sent', at })
        await addOrderMail(trx, mailQueue, delivery.orderId, `gift-card-sent-${id}`)
      },
    }
  },
  samples: ({ store, order, publicUrl }) => ({
    'gift-card': [
      giftMail(
        { store, recipientName: 'Eva Åberg', greeting: 'Grattis!\nVi ses snart.' },
        order.snapshot.customer,
        [{ code: 'EEEE-FFFF-GGGG-HHHH', amountMinor: minor(30_000) }],
        publicUrl,
      ),
    ],
  }),
})
