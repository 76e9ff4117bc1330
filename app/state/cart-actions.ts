/**
 * What a shopper does with the cart: each change is made at once in the browser, then told to the server, whose
 * newest answer replaces the lines (CART-05..10).
 */
import { addItem, removeItem, replaceItems, setQuantity } from '../../domain/cart/cart.ts'
import type { CartItem, NewCartItem } from '../../domain/cart/cart-item.ts'
import { codesOf } from '../../domain/coupons/discount-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { useShopState } from './shop-state.ts'

/** Counts syncs, so that an answer overtaken by a newer request is dropped (CART-10). */
let latestSync = 0

/** Adds a line and opens the mini cart. */
export function addToCart(store: Store, line: NewCartItem): Promise<void> {
  useShopState.setState((state) => ({
    cart: addItem(state.cart, line, { makeUuid: () => crypto.randomUUID() }),
  }))
  return syncCart(store)
}

/** Sets a line's quantity; 0 removes the line. */
export function changeQuantity(store: Store, uuid: string, quantity: number): Promise<void> {
  useShopState.setState((state) => ({ cart: setQuantity(state.cart, uuid, quantity) }))
  return syncCart(store)
}

export function removeLine(store: Store, uuid: string): Promise<void> {
  useShopState.setState((state) => ({ cart: removeItem(state.cart, uuid) }))
  return syncCart(store)
}

/** Puts back lines that were just taken out. */
export function restoreLines(store: Store, items: CartItem[]): Promise<void> {
  useShopState.setState((state) => ({ cart: replaceItems(state.cart, items) }))
  return syncCart(store)
}

/** Has the server price the lines anew; a failed sync keeps the cart as it is and says so. */
export async function syncCart(store: Store): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const sync = ++latestSync
  if (cart.items.length === 0) {
    useShopState.setState({ syncStatus: 'idle' })
    return
  }
  useShopState.setState({ syncStatus: 'running' })
  const answer = await callApi<CartItem[]>(store, 'sync-cart', {
    method: 'POST',
    body: { items: cart.items, coupons: codesOf(discount), checkout_order_id: cart.checkoutID },
  })
  if (sync !== latestSync) return
  if (!answer.ok) {
    useShopState.setState({ syncStatus: 'failed' })
    return
  }
  const internal = answer.headers.get('x-be-internal') === '1'
  useShopState.setState((state) => ({
    syncStatus: 'idle',
    cart: { ...replaceItems(state.cart, answer.data), internal },
  }))
}

/** Opens or closes the mini cart. */
export function showCart(open: boolean): void {
  useShopState.setState((state) => ({ cart: { ...state.cart, open, openUpselling: null } }))
}
