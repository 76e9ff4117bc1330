/**
 * How gift cards pay for an order: one after the other, each with as much as it holds, never more than is left to
 * pay. Redeeming one is a payment, not a discount: prices and VAT stay as they are (design, section 6). Amounts
 * are integer minor units.
 */

export interface HeldGiftCard {
  id: number
  /** Last four characters of the code. */
  hint: string
  balanceMinor: number
}

/** What an order takes from a card. */
export interface GiftCardUse {
  id: number
  hint: string
  amountMinor: number
}

/** What each card gives, in the order given, and what is left to pay. Cards that give nothing are left out. */
export function spendGiftCards(
  totalMinor: number,
  cards: readonly HeldGiftCard[],
): { uses: GiftCardUse[]; payableMinor: number } {
  const uses: GiftCardUse[] = []
  let payableMinor = totalMinor
  for (const { id, hint, balanceMinor } of cards) {
    const amountMinor = Math.min(balanceMinor, payableMinor)
    if (amountMinor <= 0 || uses.some((use) => use.id === id)) continue
    uses.push({ id, hint, amountMinor })
    payableMinor -= amountMinor
  }
  return { uses, payableMinor }
}
