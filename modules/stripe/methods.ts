/** Which of Stripe's payment methods a store offers, and which of them hold the amount until shipment. */
import { stripeMethods, type StripeMethod } from '../../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'

/**
 * Whether Stripe can authorize first and capture later with a method
 * (https://docs.stripe.com/payments/payment-methods/payment-method-support, "manual capture"). Swish pays at once
 * (https://docs.stripe.com/payments/swish); MobilePay is processed as a card payment
 * (https://docs.stripe.com/payments/mobilepay).
 */
const canHold: Record<StripeMethod, boolean> = { card: true, mobilepay: true, swish: false }

/**
 * Whether Stripe can save a method for later charges without the customer
 * (https://docs.stripe.com/payments/payment-methods/payment-method-support, "off session"); Swish and MobilePay are paid
 * in their own app each time.
 */
export function canSave(method: StripeMethod): boolean {
  return method === 'card'
}

/** Every method that a store offers through Stripe. Its account may have fewer activated. */
export function offeredMethods(store: StoreCode): readonly StripeMethod[] {
  const { private: ofPersons, business } = storePolicies[store].paymentChoices
  const offered = [...ofPersons, ...business]
    .filter(({ provider }) => provider === 'stripe')
    .flatMap<string>(({ offers }) => offers)
  return stripeMethods.filter((method) => offered.includes(method))
}

/** The methods that `STRIPE_METHODS_SV=card, swish` names. */
export const readMethods = (text: string): string[] => text.split(',').map((method) => method.trim())

export function holdsAmount(method: StripeMethod): boolean {
  return canHold[method]
}
