/**
 * What is left of customers and senders who are erased (GDPR, Art. 17). What a mail needs that they are still owed, for example
 * the confirmation of a cancellation (§ 312k (4) BGB), stays until it is sent.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

/** The columns of a subscription about its customer, emptied. */
export const withoutCustomer = sql`customer = '{}', address = '{}', recipient = null, service_point = null`

/** In place of the e-mail address of a sender who is erased. */
export const erasedSender = 'erased@erased.invalid'

/** The columns about who declared a cancellation, emptied. */
export const withoutSender = sql`name = '–', email = ${erasedSender}, reason = '', erasure_asked_at = null`

/** The condition for the subscriptions `s` of accounts that were erased. */
export const isOfErased = sql`s.account_id in (
  select id from account where erased_at is not null)`

/**
 * Erases customer and address of those of these subscriptions that owe no mail. A mail that could not be sent for a month is owed no
 * longer.
 */
export async function eraseSubscribers(trx: Kysely<DB>, which: RawBuilder<unknown>): Promise<void> {
  await sql`update subscription s set ${withoutCustomer}
    where s.customer <> '{}' and ${which}
      and not exists (select from subscription_mail m where m.subscription_id = s.id and m.sent_at is null
        and m.queued_at > now() - interval '30 days')`.execute(trx)
}

/** Erases the sender of all declarations from an e-mail address. */
export async function eraseCancellationSender(
  trx: Kysely<DB>,
  { email, now }: { email: string; now: Date },
): Promise<void> {
  await sql`update contract_cancellation set ${withoutSender}
    where email = ${email} and receipt_sent_at is not null`.execute(trx)
  await trx
    .updateTable('contract_cancellation')
    .set({ erasure_asked_at: now })
    .where('email', '=', email)
    .where('erasure_asked_at', 'is', null)
    .execute()
}
