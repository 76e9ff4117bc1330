/** What a shopper does with discount codes (COUPON-01..06, 18, 29..31). Comes to the browser with the first code. */
import { cachedCouponSync, type CouponSyncOptions } from '../../domain/coupons/coupon-sync-cache.ts'
import { isSameCode } from '../../domain/coupons/discount-code.ts'
import type { Coupon } from '../../domain/coupons/coupon.ts'
import {
  addCode,
  codesOf,
  dropBrokenCodes,
  keepForFirstLine,
  removeCode,
  takeSyncAnswer,
} from '../../domain/coupons/discount-state.ts'
import { stores, type Store, type StoreCode } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { syncCart, syncLines } from './cart-actions.ts'
import { useShopState } from './shop-state.ts'

/** Counts syncs: only the newest answer is taken. */
let latestSync = 0

/** Throws where no answer came: only answers are remembered (COUPON-43). */
const askCoupons = cachedCouponSync(async ({ store, body }: { store: StoreCode; body: object }) => {
  const answer = await callApi<Coupon[]>(stores[store], 'sync-coupons', { method: 'POST', body })
  if (!answer.ok) throw new Error('no answer about codes')
  return answer.data
}, Date.now)

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

/** Has every code judged against the cart as it is now; the answer replaces them all (COUPON-04). */
export async function syncCoupons(store: Store, options?: CouponSyncOptions): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const sent = codesOf(discount)
  const sync = ++latestSync
  const body = { coupons: sent, cart_contents: cart.items }
  const answer = await askCoupons({ store: store.code, body }, options).catch(() => null)
  if (sync !== latestSync) return
  if (answer === null) {
    if (sent.length > 0) useShopState.setState({ syncStatus: 'failed' })
    return
  }
  useShopState.setState((state) => {
    const judged = dropBrokenCodes(takeSyncAnswer(sent, answer, state.discount.rejected), state.cart.items)
    return { discount: body.cart_contents.length === 0 ? keepForFirstLine(judged) : judged }
  })
}

/** Drops the codes that the cart as it is now may not keep (COUPON-29..31). */
export function dropLostCodes(): void {
  useShopState.setState(({ cart, discount }) => ({ discount: dropBrokenCodes(discount, cart.items) }))
}

/** A code that holds may put a product into the cart, which only the server knows; and an open checkout is priced with it. */
async function tellLines(store: Store, code: string): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const holds = discount.items.some((coupon) => coupon.applied && isSameCode(coupon.code, code))
  if (cart.items.length > 0 && (holds || cart.checkoutID !== null)) await syncLines(store)
}
