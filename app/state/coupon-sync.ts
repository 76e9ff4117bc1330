/** Has the server judge the cart's coupons (COUPON-04, 29..31, 43). Lazy-loaded with the first coupon. */
import { cachedCouponSync, type CouponSyncOptions } from '../../domain/coupons/coupon-sync-cache.ts'
import type { CouponEntity } from '../../domain/coupons/coupon.ts'
import {
  codesOf,
  dropBrokenCodes,
  keepForFirstLine,
  takeSyncAnswer,
} from '../../domain/coupons/discount-state.ts'
import { stores, type Store, type StoreCode } from '../../domain/stores/stores.ts'
import { callApi } from './api-client.ts'
import { useShopState } from './shop-state.ts'

/** The newest sync: only its answer is used. */
let latestSync: Promise<void> = Promise.resolve()

/** Throws if the request failed: only answers are stored (COUPON-43). */
const askCoupons = cachedCouponSync(async ({ store, body }: { store: StoreCode; body: object }) => {
  const answer = await callApi<CouponEntity[]>(stores[store], 'sync-coupons', { method: 'POST', body })
  if (!answer.ok) throw new Error('no answer about codes')
  return answer.data
}, Date.now)

/**
 * Has every coupon judged against the current cart; the answer replaces them all (COUPON-04). A sync that a
 * newer one overtakes ends with that one, so that its caller reads the coupons as they were judged.
 */
export function syncCoupons(store: Store, options?: CouponSyncOptions): Promise<void> {
  const sync = judgeCoupons(store, () => sync === latestSync, options)
  latestSync = sync
  return sync
}

async function judgeCoupons(
  store: Store,
  isLatest: () => boolean,
  options?: CouponSyncOptions,
): Promise<void> {
  const { cart, discount } = useShopState.getState()
  const sent = codesOf(discount)
  const body = { coupons: sent, cart_contents: cart.items }
  const answer = await askCoupons({ store: store.code, body }, options).catch(() => null)
  if (!isLatest()) return latestSync
  if (answer === null) {
    if (sent.length > 0) useShopState.setState({ syncStatus: 'failed' })
    return
  }
  useShopState.setState((state) => {
    const judged = dropBrokenCodes(takeSyncAnswer(sent, answer, state.discount.rejected), state.cart.items)
    return { discount: body.cart_contents.length === 0 ? keepForFirstLine(judged, answer) : judged }
  })
}

/** Drops the coupons that the current cart may not keep (COUPON-29..31). */
export function dropLostCodes(): void {
  useShopState.setState(({ cart, discount }) => ({ discount: dropBrokenCodes(discount, cart.items) }))
}
