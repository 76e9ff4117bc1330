/**
 * Claims the right to push an order's `purchase` event, granted once per order (EVENT-03). A receipt can be
 * opened in several tabs, on several devices and from the mail, so browser storage cannot de-duplicate the
 * event.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'

/**
 * True for the first caller with the order's access token; false for later ones and for unknown tokens. `record`: what
 * is recorded with the first claim, in its transaction.
 */
export async function claimPurchaseEvent(
  db: Kysely<DB>,
  { store, now }: { store: StoreCode; now: Date },
  accessToken: string,
  record: (trx: Kysely<DB>) => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const claimed = await trx
      .updateTable('orders')
      .set({ purchase_event_at: now })
      .where('access_token', '=', accessToken)
      .where('store', '=', store)
      .where('purchase_event_at', 'is', null)
      .executeTakeFirst()
    const isFirst = claimed.numUpdatedRows > 0n
    if (isFirst) await record(trx)
    return isFirst
  })
}
