/** What a provider is asked to collect: an order's or a priced checkout's lines in the one form all adapters take. */
import type { GiftCardUse } from '../gift-cards/spend-gift-cards.ts'
import { payableMinorOf, type OrderSnapshot } from '../orders/order-snapshot.ts'
import type { BasketLine, PaymentBasket } from './payment-provider.ts'

/** What a gift card pays, as a line that takes from the sum. */
export function giftCardLine(use: GiftCardUse): BasketLine {
  const paid = { unitMinor: -use.amountMinor, discountMinor: 0, totalMinor: -use.amountMinor }
  return { kind: 'gift_card', reference: `GIFT-${use.hint}`, name: `…${use.hint}`, quantity: 1, ...paid, vatMinor: 0, vatRateBasisPoints: 0 } // prettier-ignore
}

/** The basket of a snapshot; discounts stand on the lines they were split over, shipping is a line. */
export function basketOf(snapshot: OrderSnapshot): PaymentBasket {
  const lines: BasketLine[] = snapshot.lines.map((line) => ({
    kind: line.kind === 'giftCard' ? 'gift_card' : line.kind,
    reference: line.sku,
    name: line.name,
    quantity: line.quantity,
    unitMinor: line.unitMinor,
    discountMinor: line.lineTotalMinor - line.totalMinor,
    totalMinor: line.totalMinor,
    vatMinor: line.vatMinor,
    vatRateBasisPoints: line.vatRateBasisPoints,
  }))
  const { shipping } = snapshot
  for (const use of snapshot.giftCards ?? []) lines.push(giftCardLine(use))
  lines.push({
    kind: 'shipping',
    reference: shipping.methodId,
    name: shipping.name,
    quantity: 1,
    unitMinor: shipping.priceMinor,
    discountMinor: 0,
    totalMinor: shipping.priceMinor,
    vatMinor: shipping.vatMinor,
    vatRateBasisPoints: shipping.vatRateBasisPoints,
  })
  return {
    store: snapshot.store,
    currency: snapshot.currency,
    customerType: snapshot.customer.type,
    lines,
    totalMinor: payableMinorOf(snapshot),
    vatMinor: snapshot.vatMinor,
  }
}
