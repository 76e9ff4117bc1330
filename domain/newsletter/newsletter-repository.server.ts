/**
 * The only SQL for newsletter subscribers, and the token by which a mail's link proves that its reader may end
 * the subscription. It sends nothing.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isSignature, type Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'

/** Signs an address up; one that is there stays, one that had ended it is back. `email` is normalised. */
export async function subscribe(db: Kysely<DB>, store: StoreCode, email: string): Promise<void> {
  await db
    .insertInto('newsletter_subscriber')
    .values({ store, email })
    .onConflict((conflict) =>
      conflict
        .columns(['store', 'email'])
        .doUpdateSet({ unsubscribed_at: null, subscribed_at: (row) => row.ref('excluded.subscribed_at') })
        .where('newsletter_subscriber.unsubscribed_at', 'is not', null),
    )
    .execute()
}

/** Ends the subscription; an address that has none is fine. */
export async function unsubscribe(db: Kysely<DB>, store: StoreCode, email: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_subscriber')
    .set({ unsubscribed_at: now })
    .where('store', '=', store)
    .where('email', '=', email)
    .where('unsubscribed_at', 'is', null)
    .execute()
}

/** What the link in a newsletter carries as `token`: the shop's own signature of store and address, 43 characters. */
export function unsubscribeToken(keys: Keyring, store: StoreCode, email: string): string {
  return keys.digest('unsubscribe', `${store} ${email}`).toString('base64url')
}

/** Whether the token belongs to the address, also one made with a previous secret; takes the same time for every token. */
export function isUnsubscribeToken(keys: Keyring, store: StoreCode, email: string, token: string): boolean {
  const signatures = [
    ...keys.digests('unsubscribe', `${store} ${email}`),
    ...keys.underivedDigests(`unsubscribe ${store} ${email}`),
  ]
  return isSignature(signatures, token)
}
