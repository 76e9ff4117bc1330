/**
 * The only SQL for newsletter subscribers, and the token by which a mail's link proves that its reader may end
 * the subscription. It sends nothing.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isSignature, type Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'

interface Subscriber {
  store: StoreCode
  /** As `normalizeEmail` writes it. */
  email: string
}

/** Signs up an address whose owner has confirmed it. */
export async function subscribe(
  db: Kysely<DB>,
  { store, email }: Subscriber,
  confirmedAt: Date,
): Promise<void> {
  await db
    .insertInto('newsletter_subscriber')
    .values({ store, email, subscribed_at: confirmedAt, confirmed_at: confirmedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['store', 'email'])
        .doUpdateSet({ unsubscribed_at: null, subscribed_at: confirmedAt, confirmed_at: confirmedAt }),
    )
    .execute()
}

/** Whether the newsletter goes to the address. */
export async function isSubscribed(db: Kysely<DB>, { store, email }: Subscriber): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select('email')
    .where('store', '=', store)
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .where('unsubscribed_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
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
