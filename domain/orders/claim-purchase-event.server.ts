/**
 * Claims the right to push an order's `purchase` event, granted once per order (EVENT-03). A receipt can be
 * opened in several tabs, on several devices and from the mail, so browser storage cannot de-duplicate the
 * event.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'

/** True for the first caller with the order's access token; false for later ones and for unknown tokens. */
export async function claimPurchaseEvent(
  db: Kysely<DB>,
  store: StoreCode,
  accessToken: string,
  now: Date,
): Promise<boolean> {
  const claimed = await db
    .updateTable('orders')
    .set({ purchase_event_at: now })
    .where('access_token', '=', accessToken)
    .where('store', '=', store)
    .where('purchase_event_at', 'is', null)
    .executeTakeFirst()
  return claimed.numUpdatedRows > 0n
}
