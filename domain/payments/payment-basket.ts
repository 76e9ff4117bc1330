/**
 * The basket that a provider is asked to collect, in one form for all adapters, for a checkout and for a
 * written order. Pure.
 */
import { type Minor, multiplyMinor, zeroMinor, subtractMinor } from '../money/money.ts'
import type { GiftCardUse } from '../gift-cards/spend-gift-cards.ts'
import {
  payableMinorOf,
  type CustomerType,
  type OrderLine,
  type OrderShipping,
  type OrderSnapshot,
} from '../orders/order-snapshot.ts'
import type { BasketLine, PaymentBasket } from './payment-provider.ts'

/**
 * The fields of a priced checkout or an order that its basket depends on. Amounts are minor units, VAT
 * included.
 */
export interface BasketSource extends Pick<OrderSnapshot, 'store' | 'currency' | 'vatMinor'> {
  customerType: CustomerType
  lines: readonly Pick<
    OrderLine,
    'kind' | 'sku' | 'name' | 'quantity' | 'unitMinor' | 'totalMinor' | 'vatMinor' | 'vatRateBasisPoints'
  >[]
  giftCards: readonly GiftCardUse[]
  /** Null while none is chosen. */
  shipping: Pick<OrderShipping, 'methodId' | 'name' | 'priceMinor' | 'vatMinor' | 'vatRateBasisPoints'> | null
  /** The total less gift cards. */
  payableMinor: Minor
}

/**
 * Each line has its unit price and one discount: its percentage and its shares of the cart's deductions; shipping and each gift card are separate lines.
 */
export function basketOf(source: BasketSource): PaymentBasket {
  const { store, currency, customerType, shipping, payableMinor, vatMinor } = source
  const lines = [...source.lines.map(productLine), ...source.giftCards.map(giftCardLine)]
  if (shipping) lines.push(shippingLine(shipping))
  return { store, currency, customerType, lines, totalMinor: payableMinor, vatMinor }
}

/** The basket of a written order. */
export function basketOfOrder(snapshot: OrderSnapshot): PaymentBasket {
  return basketOf({
    ...snapshot,
    customerType: snapshot.customer.type,
    giftCards: snapshot.giftCards ?? [],
    payableMinor: payableMinorOf(snapshot),
  })
}

/** A line of an order as its provider collects it. */
export function productLine(line: BasketSource['lines'][number]): BasketLine {
  return {
    kind: line.kind === 'giftCard' ? 'gift_card' : line.kind,
    reference: line.sku,
    name: line.name,
    quantity: line.quantity,
    unitMinor: line.unitMinor,
    discountMinor: subtractMinor(multiplyMinor(line.unitMinor, line.quantity), line.totalMinor),
    totalMinor: line.totalMinor,
    vatMinor: line.vatMinor,
    vatRateBasisPoints: line.vatRateBasisPoints,
  }
}

/** The amount of a gift card reduces the sum. */
export function giftCardLine({ hint, amountMinor }: Pick<GiftCardUse, 'hint' | 'amountMinor'>): BasketLine {
  const creditMinor = subtractMinor(zeroMinor, amountMinor)
  return {
    kind: 'gift_card',
    reference: `GIFT-${hint}`,
    name: `…${hint}`,
    quantity: 1,
    unitMinor: creditMinor,
    discountMinor: zeroMinor,
    totalMinor: creditMinor,
    vatMinor: zeroMinor,
    vatRateBasisPoints: 0,
  }
}

/** The delivery as its provider collects it. */
export function shippingLine(shipping: NonNullable<BasketSource['shipping']>): BasketLine {
  const { methodId, name, priceMinor, vatMinor, vatRateBasisPoints } = shipping
  return {
    kind: 'shipping',
    reference: methodId,
    name,
    quantity: 1,
    unitMinor: priceMinor,
    discountMinor: zeroMinor,
    totalMinor: priceMinor,
    vatMinor,
    vatRateBasisPoints,
  }
}
