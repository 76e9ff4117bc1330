/** The order ids of payment providers that the cart keeps, each with its store (ENTITY-25). Pure. */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { orderSlots, type CartState, type OrderSlot } from './cart-state.ts'

/** A provider's order id if it was stored in this store, otherwise null (CART-14). */
export function providerOrderId(
  { providerOrders }: Pick<CartState, 'providerOrders'>,
  provider: OrderSlot,
  store: StoreCode,
): string | null {
  const { id, locale } = providerOrders[provider]
  return locale === store ? id : null
}

/** The cart with a provider's order id of this store; the same cart if it has it already, or keeps none of the provider. */
export function withProviderOrder(
  cart: CartState,
  provider: string,
  id: string,
  store: StoreCode,
): CartState {
  const slot = orderSlots.find((each) => each === provider)
  if (slot === undefined || providerOrderId(cart, slot, store) === id) return cart
  return { ...cart, providerOrders: { ...cart.providerOrders, [slot]: { id, locale: store } } }
}
