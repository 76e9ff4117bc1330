/** Sends a customer the link to the checkout that staff filled in. An interrupted run leaves it to the next run. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { linkToMail } from '../../domain/staff-orders/place-staff-order.server.ts'
import { paymentLinkMail } from '../../providers/mail/payment-link-mail.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

export interface PaymentLinkServices extends SendMailServices {
  db: Kysely<DB>
}

export async function sendPaymentLink(services: PaymentLinkServices, staffOrderId: number): Promise<void> {
  const { db, clock, publicUrl } = services
  await db.transaction().execute(async (trx) => {
    const due = await linkToMail(trx, staffOrderId)
    if (due === null) return
    const { store, email, checkoutId } = due
    await sendMail(trx, services, {
      name: `payment-link-${staffOrderId}`,
      kind: 'payment-link',
      store,
      to: email,
      ...paymentLinkMail(store, `${publicUrl}/${store}/checkout/${checkoutId}`),
      date: new Date(clock()),
    })
  })
}
