/**
 * Opens the checkout named in the address, resumes the one that the cart remembers, or creates one for the cart
 * (CHECKOUT-02, 03).
 */
import type { Store } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { callApi, type ApiAnswer } from '../../state/api-client.ts'
import { syncCart } from '../../state/cart-actions.ts'
import { emptyCartAfterOrder } from '../../state/empty-cart-after-order.ts'
import { useShopState } from '../../state/shop-state.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'

export type CheckoutPhase = 'loading' | 'empty' | 'unavailable' | 'open'

interface Opened {
  phase: CheckoutPhase
  view: CheckoutView | null
}

export function readCheckout(store: Store, id: string): Promise<ApiAnswer<CheckoutView>> {
  return callApi<CheckoutView>(store, `checkout/${encodeURIComponent(id)}`)
}

/** Creates a checkout for the cart, stores its id with the cart and puts it into the page's address. */
export async function createCheckout(store: Store): Promise<ApiAnswer<CheckoutView>> {
  const { cart, discount } = useShopState.getState()
  const created = await callApi<CheckoutView>(store, 'checkout', {
    method: 'POST',
    body: {
      items: cart.items,
      coupons: discount.items.map(({ code }) => code),
      campaignData: cart.campaignData,
    },
  })
  if (created.ok) {
    const { id } = created.data
    useShopState.setState((state) => ({ cart: { ...state.cart, checkoutID: id } }))
    history.replaceState(history.state, '', links.checkout(store.code, id))
  }
  return created
}

/** `named`: the checkout in the address. */
export async function openCheckout(store: Store, named: string | undefined): Promise<Opened> {
  const { cart } = useShopState.getState()
  const id = named ?? cart.checkoutID
  if (id !== null) {
    const found = await readCheckout(store, id)
    if (!found.ok && found.status !== 404) return { phase: 'unavailable', view: null }
    const opened = found.ok && (await openFound(store, found.data, named !== undefined))
    if (opened) return opened
  }
  if (useShopState.getState().cart.items.length === 0) return { phase: 'empty', view: null }
  const created = await createCheckout(store)
  return created.ok ? upToDate(store, created.data) : { phase: 'unavailable', view: null }
}

/** Continues a checkout that was found; null: it is not the one of this cart. */
async function openFound(store: Store, view: CheckoutView, isNamed: boolean): Promise<Opened | null> {
  const { cart } = useShopState.getState()
  const { id, status, confirmation } = view
  // Paid for without this page being shown, and the shopper has gone on since: what is in the cart is another order.
  if (!isNamed && status !== 'open' && contents(view.items) !== contents(cart.items)) return null
  if (status === 'pending') {
    location.replace(orderLinks.confirming(store.code, id))
    return { phase: 'loading', view: null }
  }
  if (status !== 'open' && confirmation !== null) {
    if (cart.checkoutID === id) emptyCartAfterOrder()
    location.replace(orderLinks.confirmation(store.code, confirmation))
    return { phase: 'loading', view: null }
  }
  // Staff filled it in for the customer: the cart of this browser has nothing to do with it.
  if (view.prepared && isNamed) return { phase: 'open', view }
  // Another shopper's checkout is left alone, even if the address names it.
  if (cart.checkoutID !== id || cart.items.length === 0) return null
  history.replaceState(history.state, '', links.checkout(store.code, id))
  return upToDate(store, view)
}

/** A checkout whose lines differ from the browser's cart, or are unavailable, is synced first. */
async function upToDate(store: Store, view: CheckoutView): Promise<Opened> {
  const { items } = useShopState.getState().cart
  if (view.payable && contents(view.items) === contents(items)) return { phase: 'open', view }
  await syncCart(store)
  if (useShopState.getState().cart.items.length === 0) return { phase: 'empty', view: null }
  const again = await readCheckout(store, view.id)
  return { phase: 'open', view: again.ok ? again.data : view }
}

/** Products and quantities as one text, to compare two carts. */
export const contents = (lines: readonly { sku: string; quantity: number }[]) =>
  lines
    .map(({ sku, quantity }) => `${sku}×${quantity}`)
    .toSorted()
    .join()
