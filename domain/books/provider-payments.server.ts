/** Compares the payments that providers know with the orders. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import { paidStatuses, settledStatuses, type Difference, type Scope } from './book-check.server.ts'

/** A payment in the provider's own record. Amounts are minor units. */
export interface ProviderPayment {
  /** The providers' companies: `kustom` is the provider `klarna`, `walley` is `walley_b2c` and `walley_b2b`. */
  provider: string
  /** The provider's id of it. */
  id: string
  /** Whose account the statement is of; absent where the provider's ids differ in all accounts of the shop. */
  store?: StoreCode | undefined
  currency: string
  amountMinor: number
  capturedMinor: number
  refundedMinor: number
  /** What may still be captured. */
  authorizedMinor: number
}

/** The rule of `compareWithProviders`. */
export const providerPayments = {
  name: 'provider-payments',
  holds:
    'every payment that a provider has authorized or captured belongs to exactly one order of the same amount, and every order that the shop delivers has its money there',
} as const

/**
 * The payments with money at their provider that have no order here, another amount, or other sums, and the orders
 * that the shop delivers without money at their provider. `payments` are all of these providers. Payments with
 * operations that wait for their answer may have other sums. An id of Walley's here is the provider's id, a dot and a
 * token.
 */
export async function compareWithProviders(
  trx: Kysely<DB>,
  { stores, limit }: Scope,
  payments: readonly ProviderPayment[],
): Promise<Difference[]> {
  const paid = payments.filter(
    ({ authorizedMinor, capturedMinor }) => authorizedMinor > 0 || capturedMinor > 0,
  )
  const { rows } = await sql<Difference>`
    with theirs as (
      select * from json_to_recordset(${JSON.stringify(paid)}::json)
        as t (provider text, id text, store text, currency text, "amountMinor" bigint, "capturedMinor" bigint, "refundedMinor" bigint)
    ), ours as (
      select case when a.provider = 'klarna' then 'kustom' when a.provider like 'walley%' then 'walley' else a.provider end as provider,
        case when a.provider like 'walley%' then split_part(a.provider_order_id, '.', 1) else a.provider_order_id end as id,
        a.id as attempt_id, a.store, a.status, a.amount_minor, a.captured_minor, a.refunded_minor, a.currency, o.number, o.status as order_status
      from payment_attempt a left join orders o on o.id = a.order_id where a.provider_order_id is not null
    )
    select coalesce('order ' || u.number || ', ', '') || 'payment ' || t.provider || ' ' || t.id as concerns,
      case when u.number is null then 'the provider has its money, and it has no order'
        else 'is ' || u.status || ' with ' || u.amount_minor || ' ' || u.currency || ', captured ' || u.captured_minor
          || ', refunded ' || u.refunded_minor || '; the provider has ' || t."amountMinor" || ' ' || t.currency
          || ', captured ' || t."capturedMinor" || ', refunded ' || t."refundedMinor" || ' (minor units)' end as problem
    from theirs t left join ours u on u.provider = t.provider and u.id = t.id and u.store = coalesce(t.store, u.store)
    where (coalesce(u.store, t.store) is null or coalesce(u.store, t.store) = any(${stores}::text[]))
      and (u.number is null or u.status not in ${paidStatuses}
        or u.amount_minor <> t."amountMinor" or u.currency <> t.currency
        or (u.captured_minor <> t."capturedMinor" or u.refunded_minor <> t."refundedMinor")
          and not exists (select from payment_operation p where p.attempt_id = u.attempt_id and p.status in ('sent', 'unknown')))
    union all
    select 'payment ' || t.provider || ' ' || t.id, 'belongs to ' || count(distinct u.number) || ' orders'
    from theirs t join ours u on u.provider = t.provider and u.id = t.id and u.store = coalesce(t.store, u.store)
    group by t.provider, t.id, t.store having count(distinct u.number) > 1
    union all
    select 'order ' || u.number || ', payment ' || u.provider || ' ' || u.id,
      'the order is ' || u.order_status || ', and the provider has no money for it'
    from ours u left join theirs t on t.provider = u.provider and t.id = u.id and u.store = coalesce(t.store, u.store)
    where t.id is null and u.provider in ('kustom', 'stripe', 'walley') and u.store = any(${stores}::text[])
      and u.order_status in ${settledStatuses} and u.status in ${paidStatuses}
      and not exists (select from payment_operation p where p.attempt_id = u.attempt_id and p.status in ('sent', 'unknown'))
    order by 1 limit ${limit}`.execute(trx)
  return rows
}
