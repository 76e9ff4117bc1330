/**
 * Checks whether the gift cards of a checkout still pay the amount the shopper was shown. Another order may
 * have used one since; the difference must not become a debt the shopper did not agree to.
 */
import type { Minor } from '../money/money.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { updateCheckoutGiftCards, type CheckoutRecord } from './checkout-repository.server.ts'
import type { PricedCheckout } from './price-checkout.server.ts'

/** The amounts the shopper was shown, minor units; `payableMinor` null: the client does not send it. */
export interface ShownAmounts {
  totalMinor: Minor
  payableMinor: Minor | null
}

/**
 * Whether more is left to pay than was shown. For a client that does not send the shown amount, cards that
 * can no longer pay anything are removed from the checkout, so that the order is refused once and shows the
 * new amount. A changed total is not checked here: it is refused separately.
 */
export async function cardsPayLess(
  db: Kysely<DB>,
  checkout: CheckoutRecord,
  priced: Pick<PricedCheckout, 'totalMinor' | 'payableMinor' | 'giftCards'>,
  shown: ShownAmounts,
): Promise<boolean> {
  if (priced.totalMinor !== shown.totalMinor) return false
  if (shown.payableMinor !== null) return priced.payableMinor > shown.payableMinor
  const able = new Set(priced.giftCards.map(({ reference }) => reference))
  const left = checkout.giftCardReferences.filter((reference) => able.has(reference))
  if (left.length === checkout.giftCardReferences.length) return false
  await updateCheckoutGiftCards(db, checkout.store, checkout.id, left)
  return true
}
