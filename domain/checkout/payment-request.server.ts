/** The parts of a request to a payment provider that depend on the checkout alone. */
import { callbackUrl, type CallbackKind } from '../payments/callback-address.ts'
import type { ProviderMethod } from '../payment-methods/payment-methods.ts'
import type { PaymentContact, PaymentUrls } from '../payments/payment-provider.ts'
import type { Store, StoreCode } from '../stores/stores.ts'
import type { CheckoutRecord } from './checkout-repository.server.ts'

/** The addresses name the checkout by its unguessable id and, where the provider fills it in, the payment. */
export function paymentUrls(
  publicUrl: string,
  store: StoreCode,
  provider: ProviderMethod,
  checkoutId: string,
): PaymentUrls {
  const query = `checkout=${checkoutId}&payment={payment}`
  const urlOf = (kind: CallbackKind) => callbackUrl(publicUrl, { provider, store, kind }, query)
  return {
    terms: `${publicUrl}/${store}/terms`,
    checkout: `${publicUrl}/${store}/checkout/${checkoutId}`,
    confirmation: `${publicUrl}/${store}/checkout/confirmation?${query}`,
    notification: urlOf('notification'),
    validation: urlOf('validation'),
    addressUpdate: urlOf('address-update'),
  }
}

/** What the shopper has entered so far; null: nothing. */
export function prefillOf(
  { countryCode }: Store,
  { contact, address }: Pick<CheckoutRecord, 'contact' | 'address'>,
): PaymentContact | null {
  if (contact === null && address === null) return null
  return {
    company: contact?.companyName || null,
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    careOf: null,
    street: address?.address ?? '',
    street2: null,
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    countryCode,
    email: contact?.email || null,
    phone: contact?.phone || null,
  }
}
