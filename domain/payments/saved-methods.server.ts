/** The only SQL for payment methods that providers have saved, and for the customers they keep for accounts. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { PaymentProviders, SavedMethod } from './payment-provider.ts'

/** A provider's customer belongs to one account in one store. */
export interface CustomerKey {
  accountId: number
  store: StoreCode
  provider: PaymentProviderId
}

/**
 * The provider's customer of an account, created when it is needed first. Null: the provider cannot save methods, or did
 * not answer. Of two created at once, the first stays in use.
 */
export async function providerCustomer(
  { db, providers }: { db: Kysely<DB>; providers: PaymentProviders },
  { accountId, store, provider }: CustomerKey,
): Promise<string | null> {
  const repeat = providers[store][provider]?.repeat
  if (!repeat) return null
  const known = await findCustomer(db, { accountId, store, provider })
  if (known !== null) return known
  const created = await repeat.createCustomer(accountId)
  if (!created.ok) return null
  await db
    .insertInto('provider_customer')
    .values({ account_id: accountId, store, provider, reference: created.reference })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findCustomer(db, { accountId, store, provider })
}

async function findCustomer(
  db: Kysely<DB>,
  { accountId, store, provider }: CustomerKey,
): Promise<string | null> {
  const row = await db
    .selectFrom('provider_customer')
    .select('reference')
    .where('account_id', '=', accountId)
    .where('store', '=', store)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.reference ?? null
}

/** Keeps the method with which an attempt of an account was paid. Idempotent. */
export async function saveMethod(
  trx: Kysely<DB>,
  attemptId: number,
  saved: SavedMethod,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ account_id: number; store: StoreCode; provider: PaymentProviderId }>`
    select c.account_id, a.store, a.provider from payment_attempt a join checkout c on c.id = a.checkout_id
    where a.id = ${attemptId} and c.account_id is not null`.execute(trx)
  const [of] = rows
  if (!of) return
  const key = { accountId: of.account_id, store: of.store, provider: of.provider }
  const id = await keepMethod(trx, key, saved, now)
  await trx
    .updateTable('payment_attempt')
    .set({ saved_method_id: id })
    .where('id', '=', attemptId)
    .where('saved_method_id', 'is', null)
    .execute()
}

/** Stores a saved method of an account, or finds the one that is stored; returns its id. */
export async function keepMethod(
  trx: Kysely<DB>,
  { accountId, store, provider }: CustomerKey,
  { customer, method, label }: SavedMethod,
  now: number,
): Promise<number> {
  const row = await trx
    .insertInto('saved_payment_method')
    .values({
      account_id: accountId,
      store,
      provider,
      customer_reference: customer,
      method_reference: method,
      label,
      saved_at: new Date(now),
    })
    .onConflict((conflict) => conflict.columns(['provider', 'method_reference']).doUpdateSet({ label }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
