/** What a provider is asked to open for an order that is written, before anything is paid. */
import type { StoredOrder } from '../orders/order-repository.server.ts'
import { basketOfOrder } from '../payments/payment-basket.ts'
import type { ProviderMethod } from '../payment-methods/payment-methods.ts'
import type { PaymentContact, PaymentRequest } from '../payments/payment-provider.ts'
import type { OfferedMeans } from '../stores/store.ts'
import { paymentUrls } from './payment-request.server.ts'

/** The same order and attempt make the same request, so that it may be sent again under its key. */
export function orderPaymentRequest(
  publicUrl: string,
  { number, snapshot, snapshotHash }: Pick<StoredOrder, 'number' | 'snapshot' | 'snapshotHash'>,
  attempt: {
    provider: ProviderMethod
    checkoutId: string
    means: OfferedMeans | null
    idempotencyKey: string
  },
): PaymentRequest {
  const { provider, checkoutId, means, idempotencyKey } = attempt
  return {
    idempotencyKey,
    checkoutId,
    order: { number, snapshotHash },
    basket: basketOfOrder(snapshot),
    urls: paymentUrls(publicUrl, snapshot.store, provider, checkoutId),
    email: snapshot.customer.email,
    prefill: contactOf(snapshot),
    means,
  }
}

/** Whom the invoice of the order is made out to. */
function contactOf({ customer, address }: StoredOrder['snapshot']): PaymentContact {
  return {
    company: customer.companyName,
    firstName: customer.firstName,
    lastName: customer.lastName,
    careOf: null,
    street: address.street,
    street2: null,
    postalCode: address.postalCode,
    city: address.city,
    countryCode: address.countryCode,
    email: customer.email,
    phone: customer.phone,
  }
}
