/** The newsletter of a store: the only SQL for its subscribers. Sends nothing. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ImportedConsent, OptIn, OptInRecipient } from '../opt-ins.server.ts'

/** Subscribes an address whose owner has confirmed it. */
async function start(db: Kysely<DB>, { store, email }: OptInRecipient, confirmedAt: Date): Promise<void> {
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

/**
 * Stores what the file of a former shop says of an address: that it accepts the newsletter, at `consentedAt`, or refuses
 * it. What its owner has chosen in this shop counts for more: an import starts no subscription that was ended, and ends
 * none that was confirmed here.
 */
async function importConsent(
  db: Kysely<DB>,
  { store, email }: OptInRecipient,
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

async function isSubscribed(db: Kysely<DB>, { store, email }: OptInRecipient): Promise<boolean> {
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
async function consent(
  db: Kysely<DB>,
  { store, email }: OptInRecipient,
): Promise<{ isWanted: boolean; since: Date } | null> {
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select(['confirmed_at', 'unsubscribed_at'])
    .where('store', '=', store)
    .where('email', '=', email)
    .executeTakeFirst()
  if (!row || row.confirmed_at === null) return null
  return { isWanted: row.unsubscribed_at === null, since: row.unsubscribed_at ?? row.confirmed_at }
}

/** Ends the subscription; a no-op for an address without one. */
async function end(db: Kysely<DB>, { store, email }: OptInRecipient, now: Date): Promise<void> {
  await db
    .updateTable('newsletter_subscriber')
    .set({ unsubscribed_at: now })
    .where('store', '=', store)
    .where('email', '=', email)
    .where('unsubscribed_at', 'is', null)
    .execute()
}

export const optIn: OptIn = { isOffered: ({ newsletter }) => newsletter, consent, start, end, importConsent }
