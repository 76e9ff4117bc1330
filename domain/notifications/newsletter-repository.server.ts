/**
 * The only SQL for newsletter subscribers, and the token by which a mail's unsubscribe link is authorised.
 * Sends nothing.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isSignature, type Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'

interface Subscriber {
  store: StoreCode
  /** As `normalizeEmail` returns it. */
  email: string
}

/** Subscribes an address whose owner has confirmed it. */
export async function subscribe(
  db: Kysely<DB>,
  { store, email }: Subscriber,
  confirmedAt: Date,
): Promise<void> {
  await db
    .insertInto('newsletter_subscriber')
    .values({ store, email, subscribed_at: confirmedAt, confirmed_at: confirmedAt })
    .onConflict((conflict) =>
      conflict.columns(['store', 'email']).doUpdateSet({
        unsubscribed_at: null,
        subscribed_at: confirmedAt,
        confirmed_at: confirmedAt,
        source: 'confirmed',
      }),
    )
    .execute()
}

/** What became of a consent that the file of a former shop states. */
export type ImportedConsent =
  | 'subscribed'
  /** The file takes back a consent that an earlier import has stored. */
  | 'unsubscribed'
  /** The owner of the address has unsubscribed in this shop, which stays so. */
  | 'unsubscribed_here'
  | 'unchanged'

/**
 * Stores what the file of a former shop says of an address: that it accepts the newsletter, at `consentedAt`, or refuses
 * it. What its owner has chosen in this shop counts for more: an import starts no subscription that was ended, and ends
 * none that was confirmed here.
 */
export async function importConsent(
  db: Kysely<DB>,
  { store, email }: Subscriber,
  { accepts, consentedAt, now }: { accepts: boolean; consentedAt: Date; now: Date },
): Promise<ImportedConsent> {
  if (!accepts) {
    const ended = await db
      .updateTable('newsletter_subscriber')
      .set({ unsubscribed_at: now })
      .where('store', '=', store)
      .where('email', '=', email)
      .where('source', '=', 'imported')
      .where('unsubscribed_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    return ended ? 'unsubscribed' : 'unchanged'
  }
  const started = await db
    .insertInto('newsletter_subscriber')
    .values({ store, email, subscribed_at: consentedAt, confirmed_at: consentedAt, source: 'imported' })
    .onConflict((conflict) => conflict.columns(['store', 'email']).doNothing())
    .returning('email')
    .executeTakeFirst()
  if (started) return 'subscribed'
  return (await isSubscribed(db, { store, email })) ? 'unchanged' : 'unsubscribed_here'
}

/** Whether the address is subscribed. */
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

/** Since when an address is subscribed, or not any more; null: it never confirmed a subscription. */
export async function newsletterConsent(
  db: Kysely<DB>,
  { store, email }: Subscriber,
): Promise<{ isSubscribed: boolean; since: Date } | null> {
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select(['confirmed_at', 'unsubscribed_at'])
    .where('store', '=', store)
    .where('email', '=', email)
    .executeTakeFirst()
  if (!row || row.confirmed_at === null) return null
  return { isSubscribed: row.unsubscribed_at === null, since: row.unsubscribed_at ?? row.confirmed_at }
}

/** Ends the subscription; a no-op for an address without one. */
export async function unsubscribe(db: Kysely<DB>, store: StoreCode, email: string, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_subscriber')
    .set({ unsubscribed_at: now })
    .where('store', '=', store)
    .where('email', '=', email)
    .where('unsubscribed_at', 'is', null)
    .execute()
}

/**
 * The `token` of a newsletter's unsubscribe link: the shop's signature over store and address, 43 characters.
 */
export function unsubscribeToken(keys: Keyring, store: StoreCode, email: string): string {
  return keys.digest('unsubscribe', `${store} ${email}`).toString('base64url')
}

/** Whether the token belongs to the address, also under a previous secret; compared in constant time. */
export function isUnsubscribeToken(keys: Keyring, store: StoreCode, email: string, token: string): boolean {
  const signatures = [
    ...keys.digests('unsubscribe', `${store} ${email}`),
    ...keys.underivedDigests(`unsubscribe ${store} ${email}`),
  ]
  return isSignature(signatures, token)
}
