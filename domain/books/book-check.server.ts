/** One rule that the books must keep, as a query for the rows that break it. */
import { sql, type RawBuilder } from 'kysely'
import type { StoreCode } from '../stores/stores.ts'

/** A row that breaks a rule. */
export interface Difference {
  /** Order number, payment, sku or code. */
  concerns: string
  problem: string
}

/** What a check reads. */
export interface Scope {
  stores: readonly StoreCode[]
  /** At most this many differences are read. */
  limit: number
}

export interface BookCheck {
  /** `kebab-case`, as the operator's manual lists it. */
  name: string
  /** The rule in a sentence. */
  holds: string
  /** Finds the differences, set-based: no row is read that balances. */
  find: (scope: Scope) => RawBuilder<Difference>
}

/** Minor units as text in major units. */
export const amountText = (amountMinor: RawBuilder<unknown>) =>
  sql`to_char(coalesce(${amountMinor}, 0) / 100.0, 'FM999999999990.00')`

/** Name of the payment in a statement's `payment_attempt a`. */
export const paymentName = sql`'payment ' || a.provider || ' ' || coalesce(a.provider_order_id, '#' || a.id)`

/** Statuses of a payment that is authorized or collected. */
export const paidStatuses = sql`('authorized', 'captured', 'part_refunded', 'refunded')`

/** Statuses of an order that the shop must deliver or has delivered (`isSettled`). */
export const settledStatuses = sql`('received', 'processing', 'shipped', 'delivered', 'returned')`
