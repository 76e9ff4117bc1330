import { sql } from 'kysely'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { PersonalDataOfModule } from '../personal-data.server.ts'
import type { subscriptions } from './declarations.ts'
import {
  eraseCancellationSender,
  erasedSender,
  eraseSubscribers,
  withoutCustomer,
  withoutSender,
} from './erased-subscribers.server.ts'

/** How long after an erasure a mail that is still owed may keep what it needs. */
const waitsForMail = sql`interval '14 days'`

export const personalData: PersonalDataOfModule<keyof typeof subscriptions.retention> = {
  export: {
    subscriptions: ({ accountId }) => sql`
      select number, store, sku, name, interval_name, quantity, status, next_due_on, customer, address
      from subscription where account_id = ${accountId} order by id`,
  },
  obstacles: {
    active_subscriptions: {
      holds: (accountId) => sql<{ holds: boolean }>`select exists (
        select from subscription where account_id = ${accountId} and status <> 'cancelled') as holds`,
      words: 'a subscription is not cancelled yet',
    },
  },
  stores: (accountId) =>
    sql<{ store: StoreCode }>`select distinct store from subscription where account_id = ${accountId}`,
  async erase(trx, { accountId, email, now }) {
    await eraseCancellationSender(trx, { email, now })
    if (accountId !== null) await eraseSubscribers(trx, sql`s.account_id = ${accountId}`)
  },
  retention: {
    // Of an erased sender or account a mail that could not be sent has kept the rest (erased-subscribers.server.ts); a
    // request for erasure is met within a month (GDPR, Art. 12 (3)).
    cancellation: ({ store, before, now }) => sql`
      update contract_cancellation set ${withoutSender}
      where store = ${store} and email <> ${erasedSender}
        and (declared_at < ${before} or erasure_asked_at < ${now}::timestamptz - ${waitsForMail})
      returning 1`,
    subscription: ({ store, before, now }) => sql`
      update subscription set ${withoutCustomer}
      where store = ${store} and customer <> '{}' and (status = 'cancelled' and status_changed_at < ${before}
        or account_id in (select id from account where erased_at < ${now}::timestamptz - ${waitsForMail}))
      returning 1`,
  },
}
