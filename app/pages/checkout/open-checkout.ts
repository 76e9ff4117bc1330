/** Opens the checkout named in the address, or creates one for the cart (CHECKOUT-02, 03). */
import type { Store } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { orderLinks } from '../../order-links.ts'
import { callApi, type ApiAnswer } from '../../state/api-client.ts'
import { emptyCartAfterOrder, syncCart } from '../../state/cart-actions.ts'
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

export async function openCheckout(store: Store, id: string | undefined): Promise<Opened> {
  const { cart } = useShopState.getState()
  if (id !== undefined) {
    const found = await readCheckout(store, id)
    if (!found.ok && found.status !== 404) return { phase: 'unavailable', view: null }
    if (found.ok && found.data.status === 'pending') {
      location.replace(orderLinks.confirming(store.code, id))
      return { phase: 'loading', view: null }
    }
    if (found.ok && found.data.status !== 'open' && found.data.confirmation !== null) {
      if (cart.checkoutID === id) emptyCartAfterOrder()
      location.replace(orderLinks.confirmation(store.code, found.data.confirmation))
      return { phase: 'loading', view: null }
    }
    // Staff filled it in for the customer: the cart of this browser has nothing to do with it.
    if (found.ok && found.data.prepared) return { phase: 'open', view: found.data }
    // Another shopper's checkout is left alone, even if the address names it.
    if (found.ok && cart.checkoutID === id && cart.items.length > 0) return upToDate(store, found.data)
  }
  if (cart.items.length === 0) return { phase: 'empty', view: null }
  const created = await createCheckout(store)
  return created.ok ? upToDate(store, created.data) : { phase: 'unavailable', view: null }
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
