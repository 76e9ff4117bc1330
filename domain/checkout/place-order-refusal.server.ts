/** Why an order is not written, with what the shopper needs to go on. */
import type { CartLine } from '../cart/cart-line.ts'
import type { RefusedCode } from '../cart/evaluate-coupons.server.ts'
import type { CommitField, FieldCode } from './commit-fields.server.ts'
import type { AboveLimit } from './order-limits.ts'

export type PlaceOrderRefusal =
  | { ok: false; code: 'checkout_not_found' | 'cart_empty' | 'checkout_changed' }
  /** A gift card holds less than when the shopper looked. */
  | { ok: false; code: 'gift_card_changed' }
  | { ok: false; code: 'invalid_fields'; fields: Partial<Record<CommitField, FieldCode>> }
  /** Something can no longer be ordered as it lies in the cart; the lines say what. */
  | { ok: false; code: 'lines_changed'; lines: CartLine[] }
  | { ok: false; code: 'below_minimum'; minimumMinor: number; sumMinor: number }
  /** More than this buyer may order at once; says what is possible. */
  | { ok: false; code: 'above_limit'; aboveLimit: AboveLimit }
  /** The buyer, or the buyer's network, owes too much for another invoice. Nothing is said of what is owed. */
  | { ok: false; code: 'credit_refused' }
  /** `rejected`: codes that do not count (any more), which may be why. */
  | { ok: false; code: 'total_changed'; totalMinor: number; rejected: RefusedCode[] }

/** The buyer may not have another invoice; nothing of the order was written. */
export class CreditRefused extends Error {
  override name = 'CreditRefused'
}
