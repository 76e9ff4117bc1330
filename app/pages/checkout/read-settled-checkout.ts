/**
 * Reads a checkout after another tab changed the cart, which that tab may not have sent to the server yet
 * (CHECKOUT-10).
 */
import { priceCartItems } from '../../state/price-cart-items.ts'
import { toMinor } from '../../../domain/money/money.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import type { ApiAnswer } from '../../state/api-client.ts'
import { useShopState } from '../../state/shop-state.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { acceptedCoupons } from './accepted-coupons.ts'
import { contents, readCheckout } from './open-checkout.ts'

/**
 * Delay before each retry, milliseconds. After the last one the server's answer is used: placing the order
 * reports a difference.
 */
const pausesMs = [150, 300, 600, 1200]

/**
 * Reads the checkout until it contains the browser's cart. A change in another tab reaches this tab at once,
 * but nothing signals when that tab's sync has finished: the sync does not change the stored cart.
 */
export async function readSettledCheckout(store: Store, id: string): Promise<ApiAnswer<CheckoutView>> {
  let answer = await readCheckout(store, id)
  for (const pauseMs of pausesMs) {
    if (!answer.ok || answer.data.status !== 'open' || showsCart(answer.data, store)) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    answer = await readCheckout(store, id)
  }
  return answer
}

function showsCart(view: CheckoutView, store: Store): boolean {
  const { cart, discount, auth } = useShopState.getState()
  if (contents(view.items) !== contents(cart.items)) return false
  const customerDiscounts = auth.user?.discount
  const { sumMinor } = priceCartItems(view.items, {
    coupons: acceptedCoupons(discount.items, view),
    store,
    customerDiscounts,
  })
  return sumMinor === toMinor(view.sum)
}
