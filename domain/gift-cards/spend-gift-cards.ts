/**
 * How gift cards pay for an order: one after the other, each with its full balance, at most the remaining
 * amount. Redeeming a card is a payment, not a discount: prices and VAT do not change (design, section 6).
 * Amounts are integer minor units.
 */
import { type Minor, subtractMinor, smallerMinor } from '../money/money.ts'

export interface HeldGiftCard {
  id: number
  /** Last four characters of the code. */
  hint: string
  balanceMinor: Minor
}

/** The amount an order charges to a card. */
export interface GiftCardUse {
  id: number
  hint: string
  amountMinor: Minor
}

/** What each card pays, in the order given, and the remaining amount. Cards that pay nothing are omitted. */
export function spendGiftCards(
  totalMinor: Minor,
  cards: readonly HeldGiftCard[],
): { uses: GiftCardUse[]; payableMinor: Minor } {
  const uses: GiftCardUse[] = []
  let payableMinor = totalMinor
  for (const { id, hint, balanceMinor } of cards) {
    const amountMinor = smallerMinor(balanceMinor, payableMinor)
    if (amountMinor <= 0 || uses.some((use) => use.id === id)) continue
    uses.push({ id, hint, amountMinor })
    payableMinor = subtractMinor(payableMinor, amountMinor)
  }
  return { uses, payableMinor }
}
