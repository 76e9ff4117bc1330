/** What a shopper does with discount codes (COUPON-01..06, 18, 29..31). Comes to the browser with the first code. */
import { isSameCode } from '../../domain/coupons/discount-code.ts'
import { addCode, removeCode } from '../../domain/coupons/discount-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { syncCart, syncLines } from './cart-actions.ts'
import { syncCoupons } from './coupon-sync.ts'
import { useShopState } from './shop-state.ts'

/** Has codes that may have ended meanwhile judged again; one asked lately will do (COUPON-43). */
export async function lookAfterCodes(store: Store): Promise<void> {
  const { discount, syncStatus } = useShopState.getState()
  // A sync of the lines that is under way asks about the codes itself.
  if (discount.items.length > 0 && syncStatus === 'idle') await syncCoupons(store, { cache: true })
}

/** Adds a code and asks what it gives; one that is there already asks nothing (COUPON-01, 02). */
export async function addDiscountCode(store: Store, text: string): Promise<void> {
  const before = useShopState.getState().discount
  const discount = addCode(before, text)
  if (discount === before) return
  useShopState.setState({ discount })
  await syncCoupons(store)
  await tellLines(store, text)
}

/** Takes a code away, what it gave at once with it (COUPON-03); the notice of a refused code only goes. */
export async function removeDiscountCode(store: Store, code: string): Promise<void> {
  const before = useShopState.getState().discount
  const discount = removeCode(before, code)
  useShopState.setState({ discount })
  if (discount.items.length < before.items.length) await syncCart(store)
}

/** A code that holds may put a product into the cart, which only the server knows; and an open checkout is priced with it. */
async function tellLines(store: Store, code: string): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const holds = discount.items.some((coupon) => coupon.applied && isSameCode(coupon.code, code))
  if (cart.items.length > 0 && (holds || cart.checkoutID !== null)) await syncLines(store)
}
