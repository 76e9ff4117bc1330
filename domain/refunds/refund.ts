/** A refund of an order: what is asked for, and what it pays back. Amounts are integer minor units. */
import type { Minor } from '../money/money.ts'
import type { Sku } from '../products/sku.ts'

/** The requested refund. A deposit is a separate line and is refunded separately. */
export interface RefundRequest {
  /**
   * `quantity` units are refunded, `open` of them before they leave; `amountMinor` is refunded without a return (a price
   * reduction). Without `open` the reason decides (`placeUnits`).
   */
  lines: readonly { uuid: string; quantity?: number; open?: number; amountMinor?: Minor }[]
  /** The whole delivery price. */
  shipping?: boolean
  /** The part that pays for the order of an exchange instead of being paid out. */
  exchangedMinor?: Minor
}

/**
 * The part of an `OrderLine`, named by its uuid, that one refund pays back. Made by `allocateRefund` and stored
 * with the refund; read by the next refund, returns, credit notes, mails and receipts.
 */
export interface RefundLine {
  uuid: string
  sku: Sku
  /** Units refunded; 0 for a price reduction. */
  quantity: number
  /** Those of the units that had left; the others are cancelled. */
  returned: number
  amountMinor: Minor
  vatMinor: Minor
  vatRateBasisPoints: number
  /** The part of it that had not left, and never will; absent: none. VAT is absent in refunds of before 2026-11. */
  unshipped?: { quantity: number; amountMinor: Minor; vatMinor?: Minor }
}

/** The reason for a refund; the buyer's mail words it. */
export const refundReasons = [
  'withdrawal',
  'complaint',
  'not_delivered',
  'price_reduction',
  'goodwill',
  'cancelled',
  /** Of a starter battery, on proof that an old one was returned (BattDG § 19). */
  'deposit',
  /** Of returned goods that are exchanged for another variant. */
  'exchange',
] as const

export type RefundReason = (typeof refundReasons)[number]

/** One refund, as stored with the order: the next one is computed from all before it. */
export interface Refund {
  lines: RefundLine[]
  shippingMinor: Minor
  shippingVatMinor: Minor
  amountMinor: Minor
  vatMinor: Minor
  /** The parts refunded by the payment's provider and to gift cards: with the three below, the amount. */
  toProviderMinor: Minor
  toGiftCardsMinor: Minor
  /** The part that pays for the order of an exchange; absent: nothing. */
  exchangedMinor?: Minor
  /** Of an exchange's order: the part refunded to the payment of the order before it; absent: nothing. */
  toOriginMinor?: Minor
  /** The part that the provider had not collected: it never collects it. Absent: nothing. */
  uncollectedMinor?: Minor
  /** The delivery is refunded before anything was sent: no shipment collects it. */
  isShippingUnsent?: true
}
