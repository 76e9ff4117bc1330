/**
 * An order of a former shop, kept as history for its buyer: to buy again, and as proof of the purchase. Nothing is shipped,
 * refunded or invoiced by it. Pure.
 */
import type { Minor } from '../money/money.ts'

export type FormerPayment = 'unpaid' | 'partly_paid' | 'paid' | 'partly_refunded' | 'refunded'

export type FormerFulfilment = 'unfulfilled' | 'partly_fulfilled' | 'fulfilled'

/** Stored as JSON. */
export interface FormerOrderLine {
  /** Null: it had none. */
  sku: string | null
  name: string
  quantity: number
  /** What one cost, before discounts; null: unknown. */
  unitMinor: Minor | null
  /** Taken off the whole line. Absent: unknown. */
  discountMinor?: Minor
}

export interface FormerOrder {
  /** As the former shop printed it. */
  number: string
  placedAt: Date
  /** Normalised; null: unknown. */
  email: string | null
  currency: string
  totalMinor: Minor
  /** Of the goods after discounts, before shipping; null: unknown. */
  subtotalMinor: Minor | null
  /** Null: unknown. */
  shippingMinor: Minor | null
  taxMinor: Minor | null
  discountMinor: Minor | null
  /** Null: none, or unknown. */
  discountCode: string | null
  refundedMinor: Minor | null
  payment: FormerPayment | null
  fulfilment: FormerFulfilment | null
  /** Null: unknown; a new order then counts as one that is not, a stored one stays what it is. */
  isCancelled: boolean | null
  lines: FormerOrderLine[]
}

/** The last that happened to an order, for its buyer. */
export type FormerStatus =
  | 'cancelled'
  | 'refunded'
  | 'partly_refunded'
  | 'fulfilled'
  | 'partly_fulfilled'
  | 'paid'
  | 'unpaid'

/** Null: the former shop's file did not say. */
export function formerStatus({
  payment,
  fulfilment,
  isCancelled,
}: Pick<FormerOrder, 'payment' | 'fulfilment' | 'isCancelled'>): FormerStatus | null {
  if (isCancelled) return 'cancelled'
  if (payment === 'refunded' || payment === 'partly_refunded') return payment
  if (fulfilment === 'fulfilled' || fulfilment === 'partly_fulfilled') return fulfilment
  return payment === 'partly_paid' ? 'unpaid' : payment
}
