/** The shopper's coupon actions (COUPON-01..06, 18, 29..31). Lazy-loaded with the first coupon. */
import { isSameCode } from '../../domain/coupons/discount-code.ts'
import { addCode, removeCode } from '../../domain/coupons/discount-state.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { syncCart, syncLines } from './cart-actions.ts'
import { syncCoupons } from './coupon-sync.ts'
import { useShopState } from './shop-state.ts'

/** Has coupons that may have ended judged again, unless the last answer is recent (COUPON-43). */
export async function refreshCoupons(store: Store): Promise<void> {
  const { discount, syncStatus } = useShopState.getState()
  // A sync of the lines that is in flight asks about the coupons itself.
  if (discount.items.length > 0 && syncStatus === 'idle') await syncCoupons(store, { cache: true })
}

/** Adds a code and requests its effect; a code that is already there sends no request (COUPON-01, 02). */
export async function addDiscountCode(store: Store, text: string): Promise<void> {
  const before = useShopState.getState().discount
  const discount = addCode(before, text)
  if (discount === before) return
  useShopState.setState({ discount })
  await syncCoupons(store)
  await syncAffectedLines(store, text)
}

/** Removes a code and its discount at once (COUPON-03); for a rejected code only the notice is removed. */
export async function removeDiscountCode(store: Store, code: string): Promise<void> {
  const before = useShopState.getState().discount
  const discount = removeCode(before, code)
  useShopState.setState({ discount })
  if (discount.items.length < before.items.length) await syncCart(store)
}

/**
 * An accepted code may add a product to the cart, which only the server knows, and it changes the price of an
 * open checkout.
 */
async function syncAffectedLines(store: Store, code: string): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const holds = discount.items.some((coupon) => coupon.applied && isSameCode(coupon.code, code))
  if (cart.items.length > 0 && (holds || cart.checkoutID !== null)) await syncLines(store)
}
