/** Why an order is refused, with the data the shopper needs to continue. */
import type { Minor } from '../money/money.ts'
import type { CartLine } from '../cart/cart-line.ts'
import type { RefusedCode } from '../cart/evaluate-coupons.server.ts'
import type { CommitField, FieldCode } from './commit-fields.server.ts'
import type { AboveLimit } from './order-limits.ts'

export type PlaceOrderRefusal =
  | { ok: false; code: 'checkout_not_found' | 'cart_empty' | 'checkout_changed' }
  /** Shoppers can buy nothing in the store (`whileClosed` of the order says who can). */
  | { ok: false; code: 'store_closed' }
  /** The total is above what the buyer may order for the company without the approval of another person. */
  | { ok: false; code: 'approval_required' }
  /** Nobody has confirmed yet that the buyer acts for the company: it is not invoiced. */
  | { ok: false; code: 'company_unverified' }
  /** The number is that of a company whose people need an approval for this total, and the buyer is none of them. */
  | { ok: false; code: 'company_limit' }
  /** A line that is renewed needs an account, and a method that the shop can charge again (SUBS-02). */
  | { ok: false; code: 'login_required' | 'method_cannot_repeat' }
  /** There is an amount to pay, and the store does not offer the payment method to this buyer. */
  | { ok: false; code: 'payment_unavailable' }
  /** A gift card's balance is lower than the shopper was shown. */
  | { ok: false; code: 'gift_card_changed' }
  | { ok: false; code: 'invalid_fields'; fields: Partial<Record<CommitField, FieldCode>> }
  /** Something in the cart can no longer be ordered; the lines name it. */
  | { ok: false; code: 'lines_changed'; lines: CartLine[] }
  | { ok: false; code: 'below_minimum'; minimumMinor: Minor; sumMinor: Minor }
  /** More than this buyer may order at once; includes the limits. */
  | { ok: false; code: 'above_limit'; aboveLimit: AboveLimit }
  /**
   * The buyer, or the buyer's network, has too much open credit for another invoice. The amount owed is not
   * revealed.
   */
  | { ok: false; code: 'credit_refused' }
  /** The buyer, or the buyer's network, has too many orders that are not paid yet. */
  | { ok: false; code: 'too_many_unpaid' }
  /** `rejected`: codes that are no longer applied, a possible reason for the difference. */
  | { ok: false; code: 'total_changed'; totalMinor: Minor; rejected: RefusedCode[] }

/** The buyer may not have another invoice; nothing of the order was written. */
export class CreditRefused extends Error {
  override name = 'CreditRefused'
}
