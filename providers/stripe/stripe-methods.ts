/** Which of Stripe's payment methods a store offers, and which of them hold the amount until shipment. */
import type { StoreCode } from '../../domain/stores/stores.ts'

export const stripeMethods = ['card', 'mobilepay', 'swish'] as const
export type StripeMethod = (typeof stripeMethods)[number]

/**
 * Whether Stripe can authorize first and capture later with a method
 * (https://docs.stripe.com/payments/payment-methods/payment-method-support, "manual capture"). Swish pays at once
 * (https://docs.stripe.com/payments/swish); MobilePay is processed as a card payment
 * (https://docs.stripe.com/payments/mobilepay).
 */
const canHold: Record<StripeMethod, boolean> = { card: true, mobilepay: true, swish: false }

/**
 * The methods per store, in the order in which the Payment Element shows them. The card is first everywhere: no
 * credit is offered or preselected (Sweden: Lag 2010:751 7 a §), and Klarna is offered through Kustom.
 *
 * - Sweden: Swish takes SEK only and needs an invitation by Stripe. It pays before shipment.
 * - Norway, Germany: cards (with Apple Pay and Google Pay). MobilePay is for customers in Denmark and Finland.
 * - Denmark: only methods that hold the amount, because money may not be taken before the goods are sent
 *   (betalingsloven § 112 and Forbrugerombudsmanden's guidelines on payment).
 */
const methodsOfStore: Record<StoreCode, readonly StripeMethod[]> = {
  sv: ['card', 'swish'],
  no: ['card'],
  de: ['card'],
  da: ['card', 'mobilepay'],
}

/** Every method that a store may offer. A store's account may have fewer activated. */
export function offeredMethods(store: StoreCode): readonly StripeMethod[] {
  return methodsOfStore[store]
}

export function holdsAmount(method: StripeMethod): boolean {
  return canHold[method]
}
