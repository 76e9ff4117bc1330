/** The order ids of payment providers that the cart keeps, each with its store (ENTITY-25). Pure. */
import type { PaymentProviderId } from '../../domain/stores/payment-provider-id.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { CartState } from './cart-state.ts'

/** A provider's order id if it was stored in this store, otherwise null (CART-14). */
export function providerOrderId(
  { providerOrders }: Pick<CartState, 'providerOrders'>,
  provider: PaymentProviderId,
  store: StoreCode,
): string | null {
  const { id, locale } = providerOrders[provider]
  return locale === store ? id : null
}

/** The cart with a provider's order id of this store; the same cart if it has it already. */
export function withProviderOrder(
  cart: CartState,
  provider: PaymentProviderId,
  id: string,
  store: StoreCode,
): CartState {
  if (providerOrderId(cart, provider, store) === id) return cart
  return { ...cart, providerOrders: { ...cart.providerOrders, [provider]: { id, locale: store } } }
}
