/**
 * Whether the gift cards of a checkout still pay what the shopper was shown. Another order may have emptied one since;
 * what it no longer pays must not become a debt that nobody agreed to.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { updateCheckoutGiftCards, type CheckoutRecord } from './checkout-repository.server.ts'
import type { PricedCheckout } from './price-checkout.server.ts'

/** What the shopper was shown, minor units; `payableMinor` null: the client does not say. */
export interface ShownAmounts {
  totalMinor: number
  payableMinor: number | null
}

/**
 * Whether more is left to pay than was shown. Of a client that does not say what it showed, cards that can pay nothing
 * any more are taken off the checkout, so that it is refused once and sees the new amount. Another total is not
 * judged here: it is refused as such.
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
