/** Sends the receipt of a cancellation without login, once. An interrupted run leaves it to the next run. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import {
  lockCancellationWithoutReceipt,
  noteCancellationReceiptSent,
} from '../../domain/subscriptions/contract-cancellation-repository.server.ts'
import { cancellationMail } from '../../providers/mail/cancellation-mail.ts'
import { sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

export interface CancellationMailServices extends SendMailServices {
  db: Kysely<DB>
}

export async function sendCancellationMail(
  services: CancellationMailServices,
  cancellationId: number,
): Promise<void> {
  const { db, clock } = services
  await db.transaction().execute(async (trx) => {
    const declared = await lockCancellationWithoutReceipt(trx, cancellationId)
    if (declared === null) return
    const { id, store, email, subscriptions } = declared
    await sendMail(trx, services, {
      name: `cancellation-${id}`,
      kind: subscriptions.length === 0 ? 'cancellation-notice' : 'cancellation-receipt',
      store,
      to: email,
      ...cancellationMail(declared),
      date: new Date(clock()),
    })
    await noteCancellationReceiptSent(trx, id, new Date(clock()))
  })
}
