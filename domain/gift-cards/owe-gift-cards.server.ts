/** Owes the mails of gift cards that were bought for somebody else, on the day that their buyer chose. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { oweMail } from '../mail/mail-outbox.server.ts'
import { dueDeliveries } from './gift-card-delivery.server.ts'

/** Deliveries of a run; the next one, a minute later, continues. */
const perRun = 200

/**
 * Returns how many mails are owed from now on. A delivery waits until its mail was sent: staff may change it until then,
 * and a node of the release before may send it itself. The node that sends it locks it and marks it as sent.
 */
export async function oweGiftCards(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  most = perRun,
): Promise<number> {
  const due = await dueDeliveries(db, new Date(clock()), most)
  await db.transaction().execute(async (trx) => {
    for (const delivery of due)
      await oweMail(trx, {
        template: 'gift-card-mail',
        data: { deliveryId: delivery.id },
        key: delivery.mailKey,
      })
  })
  return due.length
}
