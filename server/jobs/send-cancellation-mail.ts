/** Sends the receipt of a cancellation without login, once. An interrupted run leaves it to the next run. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { storePolicies, stores } from '../../domain/stores/stores.ts'
import {
  lockCancellationWithoutReceipt,
  noteCancellationReceiptSent,
} from '../../domain/subscriptions/contract-cancellation-repository.server.ts'
import { cancellationMail } from '../../providers/mail/cancellation-mail.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'

export interface CancellationMailServices {
  db: Kysely<DB>
  mailer: Mailer
  clock: () => number
}

export async function sendCancellationMail(
  { db, mailer, clock }: CancellationMailServices,
  cancellationId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const declared = await lockCancellationWithoutReceipt(trx, cancellationId)
    if (declared === null) return
    const { id, store, email, subscriptions } = declared
    await mailer.send({
      name: `cancellation-${id}`,
      kind: subscriptions.length === 0 ? 'cancellation-notice' : 'cancellation-receipt',
      from: { name: stores[store].brand, address: storePolicies[store].company.email },
      to: email,
      ...cancellationMail(declared),
      date: new Date(clock()),
    })
    await noteCancellationReceiptSent(trx, id, new Date(clock()))
  })
}
