/**
 * What a shopper does with the cart: each change is made at once in the browser, then told to the server, whose
 * newest answer replaces the lines (CART-05..10).
 */
import { addItem, removeItem, replaceItems, setQuantity, type CartState } from '../../domain/cart/cart.ts'
import type { CartItem, NewCartItem } from '../../domain/cart/cart-item.ts'
import type { Coupon } from '../../domain/coupons/coupon.ts'
import {
  addCode,
  codesOf,
  dropBrokenCodes,
  removeCode,
  takeSyncAnswer,
} from '../../domain/coupons/discount-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { useShopState } from './shop-state.ts'

/** Counts syncs, so that an answer overtaken by a newer request is dropped (CART-10). */
let latestSync = 0
let latestCodeSync = 0

/** Adds a line and opens the mini cart, or the upselling panel where there is something to offer (CART-04). */
export function addToCart(store: Store, line: NewCartItem, upselling = false): Promise<void> {
  changeCart((cart) => addItem(cart, line, { makeUuid: () => crypto.randomUUID(), upselling }))
  return syncCart(store)
}

/** Sets a line's quantity; 0 removes the line. */
export function changeQuantity(store: Store, uuid: string, quantity: number): Promise<void> {
  changeCart((cart) => setQuantity(cart, uuid, quantity))
  return syncCart(store)
}

export function removeLine(store: Store, uuid: string): Promise<void> {
  changeCart((cart) => removeItem(cart, uuid))
  return syncCart(store)
}

/** Puts back lines that were just taken out. */
export function restoreLines(store: Store, items: CartItem[]): Promise<void> {
  changeCart((cart) => replaceItems(cart, items))
  return syncCart(store)
}

/** Changes the cart and drops the codes it may no longer keep (COUPON-29..31). */
function changeCart(change: (cart: CartState) => CartState): void {
  useShopState.setState((state) => {
    const cart = change(state.cart)
    return { cart, discount: dropBrokenCodes(state.discount, cart.items) }
  })
}

/**
 * Has the server price the lines anew; a failed sync keeps the cart as it is and says so. An empty cart only
 * tells the codes that nothing is left (CART-07); codes follow a successful sync (CART-11).
 */
export async function syncCart(store: Store): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const sync = ++latestSync
  if (cart.items.length === 0) {
    useShopState.setState({ syncStatus: 'idle' })
    return syncCodes(store)
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
  useShopState.setState({ syncStatus: 'idle' })
  changeCart((current) => ({ ...replaceItems(current, answer.data), internal }))
  if (useShopState.getState().discount.items.length > 0) await syncCodes(store)
}

/** Adds a discount code and asks the server what it gives (COUPON-01, 02). */
export function addDiscountCode(store: Store, code: string): Promise<void> {
  const { discount } = useShopState.getState()
  const added = addCode(discount, code)
  if (added === discount) return Promise.resolve()
  useShopState.setState({ discount: added })
  return syncCodes(store)
}

/** Takes a code away; what it gave is gone at once (COUPON-03). */
export function removeDiscountCode(store: Store, code: string): Promise<void> {
  useShopState.setState((state) => ({ discount: removeCode(state.discount, code) }))
  return syncCart(store)
}

/** Asks what the codes give this cart; the answer replaces them all (COUPON-04). A failed call changes nothing. */
export async function syncCodes(store: Store): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const coupons = codesOf(discount)
  const sync = ++latestCodeSync
  const answer = await callApi<Coupon[]>(store, 'sync-coupons', {
    method: 'POST',
    body: { coupons, cart_contents: cart.items },
  })
  if (sync !== latestCodeSync || !answer.ok) return
  useShopState.setState((state) => ({
    discount: dropBrokenCodes(takeSyncAnswer(coupons, answer.data), state.cart.items),
  }))
}

/** Opens or closes the mini cart. */
export function showCart(open: boolean): void {
  useShopState.setState((state) => ({ cart: { ...state.cart, open, openUpselling: null } }))
}
