/** A checkout read after another tab changed the cart, which that tab may not have told the server yet (CHECKOUT-10). */
import { priceCartItems } from '../../state/price-cart-items.ts'
import { toMinor } from '../../../domain/money/money.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { ApiAnswer } from '../../state/api-client.ts'
import { useShopState } from '../../state/shop-state.ts'
import type { CheckoutView } from './checkout-types.ts'
import { codesThatCount } from './codes-that-count.ts'
import { contents, readCheckout } from './open-checkout.ts'

/** Before each further look, milliseconds. After the last, the server's word stands: an order says if it differs. */
const pausesMs = [150, 300, 600, 1200]

/**
 * The checkout once it tells of the browser's cart. A change reaches this tab as soon as the other one has made it, but
 * nothing tells of the other's sync: it leaves the remembered cart as it is.
 */
export async function readSettledCheckout(store: Store, id: string): Promise<ApiAnswer<CheckoutView>> {
  let answer = await readCheckout(store, id)
  for (const pauseMs of pausesMs) {
    if (!answer.ok || answer.data.status !== 'open' || tellsOfCart(answer.data, store)) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    answer = await readCheckout(store, id)
  }
  return answer
}

function tellsOfCart(view: CheckoutView, store: Store): boolean {
  const { cart, discount, auth } = useShopState.getState()
  if (contents(view.items) !== contents(cart.items)) return false
  const customerDiscounts = auth.user?.discount
  const { sumMinor } = priceCartItems(view.items, {
    coupons: codesThatCount(discount.items, view),
    store,
    customerDiscounts,
  })
  return sumMinor === toMinor(view.sum)
}
