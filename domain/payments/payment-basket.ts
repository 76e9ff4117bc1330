/** What a provider is asked to collect: an order's or a priced checkout's lines in the one form all adapters take. */
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import type { BasketLine, PaymentBasket } from './payment-provider.ts'

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
    totalMinor: snapshot.totalMinor,
    vatMinor: snapshot.vatMinor,
  }
}
