/**
 * The shopper's cart actions: each change is applied in the browser at once, then sent to the server, whose
 * newest answer replaces the lines (CART-05..10).
 */
import { addItem, replaceItems, type CartState } from './cart-state.ts'
import type { CartItem, NewCartItem } from '../../contract/cart.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { closePanel } from './panels.ts'
import { useShopState } from './shop-state.ts'
import { pendingPathname } from './wanted-page.ts'

/** Sync counter: a response overtaken by a newer request is dropped (CART-10). */
let latestSync = 0

/** Whether the coupons must be judged after the next answer: also if the sync that asked for it is overtaken. */
let couponsDue = false

/** The coupon rules are loaded with the first coupon. */
const couponSync = () => import('./coupon-sync.ts')

/** Pathname of the page that was pending when the cart was opened. */
let openedBefore: string | null = null

/** Adds a line and opens the mini cart, or the upselling panel if there is something to offer (CART-04). */
export function addToCart(store: Store, line: NewCartItem, upselling = false): Promise<void> {
  closePanel()
  openedBefore = pendingPathname()
  changeByShopper(store, (cart) => ({
    ...addItem(cart, line, { makeUuid: () => crypto.randomUUID(), upselling }),
    pricedFor: cart.items.length > 0 ? (cart.pricedFor ?? store.code) : store.code,
  }))
  return syncCart(store)
}

/** A change by the shopper: applied at once, then tracked (EVENT-04, 05). */
export function changeByShopper(store: Store, change: (cart: CartState) => CartState): void {
  const before = useShopState.getState().cart.items
  changeCart(change)
  const after = useShopState.getState().cart.items
  useShopState.setState({ unknownSkus: [] })
  void import('./shop-events.ts').then(({ trackCartChange }) => trackCartChange(store, before, after))
}

/** Changes the cart and drops the coupons it may no longer keep (COUPON-29..31). */
function changeCart(change: (cart: CartState) => CartState): void {
  useShopState.setState((state) => ({ cart: change(state.cart) }))
  if (useShopState.getState().discount.items.length > 0)
    void couponSync().then(({ dropLostCodes }) => dropLostCodes())
}

/**
 * Has the server price the lines again; a failed sync keeps the cart and shows a message. An empty cart only
 * updates the coupons (CART-07); coupons follow a successful sync (CART-11).
 */
export async function syncCart(store: Store): Promise<void> {
  if (useShopState.getState().cart.items.length === 0) {
    latestSync++
    useShopState.setState({ syncStatus: 'idle', removedLines: 0 })
    return (await couponSync()).syncCoupons(store)
  }
  couponsDue = true
  await syncLines(store)
}

/** Syncs the lines, and the coupons where a change of the cart still waits for that. */
export async function syncLines(store: Store): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const sync = ++latestSync
  useShopState.setState({ syncStatus: 'running' })
  const answer = await callApi<CartItem[]>(store, 'sync-cart', {
    method: 'POST',
    body: {
      items: cart.items,
      coupons: discount.items.map(({ code }) => code),
      checkout_order_id: cart.checkoutID,
    },
  })
  if (sync !== latestSync) return
  if (!answer.ok) {
    useShopState.setState({ syncStatus: 'failed' })
    return
  }
  const internal = answer.headers.get('x-be-internal') === '1'
  const removedLines = Number(answer.headers.get('x-removed-lines')) || 0
  changeCart((current) => ({ ...replaceItems(current, answer.data), internal, pricedFor: store.code }))
  useShopState.setState({ syncStatus: 'idle', removedLines })
  if (!couponsDue) return
  couponsDue = false
  const { cart: synced, discount: known } = useShopState.getState()
  if (known.items.length > 0 || synced.items.length === 0) await (await couponSync()).syncCoupons(store)
}

/** Opens or closes the mini cart. */
export function showCart(open: boolean): void {
  if (open) closePanel()
  openedBefore = open ? pendingPathname() : null
  useShopState.setState((state) => ({ cart: { ...state.cart, open, openUpselling: null } }))
}

/** Closes the cart on another page, unless it was opened while that page was pending: it belongs to it then. */
export function closeCartOf(pathname: string): void {
  if (openedBefore !== pathname) showCart(false)
  openedBefore = null
}

/** Drops the answer of a sync that is in flight: the cart is another one since. */
export function dropPendingSync(): void {
  latestSync++
}
