/**
 * The quoted total, and whether the gift cards of a checkout still pay the amount that was quoted. Another order may
 * have used one since; the difference must not become a debt the shopper did not agree to.
 */
import type { Minor } from '../money/money.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { updateCheckoutGiftCards, type CheckoutRecord } from './checkout-repository.server.ts'
import type { PricedCheckout } from './price-checkout.server.ts'

/** The total that the shopper saw and what was left to pay of it, minor units; `payableMinor` null: the client does not send it. */
export interface QuotedTotal {
  totalMinor: Minor
  payableMinor: Minor | null
}

/**
 * Whether more is left to pay than was quoted. For a client that does not send that amount, cards that
 * can no longer pay anything are removed from the checkout, so that the order is refused once and shows the
 * new amount. A changed total is not checked here: it is refused separately.
 */
export async function cardsPayLess(
  db: Kysely<DB>,
  checkout: CheckoutRecord,
  priced: Pick<PricedCheckout, 'totalMinor' | 'payableMinor' | 'giftCards'>,
  quoted: QuotedTotal,
): Promise<boolean> {
  if (priced.totalMinor !== quoted.totalMinor) return false
  if (quoted.payableMinor !== null) return priced.payableMinor > quoted.payableMinor
  const able = new Set(priced.giftCards.map(({ reference }) => reference))
  const left = checkout.giftCardReferences.filter((reference) => able.has(reference))
  if (left.length === checkout.giftCardReferences.length) return false
  await updateCheckoutGiftCards(db, checkout.store, checkout.id, left)
  return true
}
