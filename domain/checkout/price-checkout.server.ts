/**
 * What a checkout costs now: its lines re-priced from the catalogue, its codes evaluated, its delivery added.
 * The same for the summary the shopper sees and for the order; nothing is stored or reserved here.
 */
import { minimumOrder } from '../cart/minimum-order.ts'
import { minimumOrderSumMinor, priceCartItems, priceCartLine } from '../cart/price-cart-lines.ts'
import { syncCart, type SyncCartServices, type SyncedCart } from '../cart/sync-cart.server.ts'
import type { CartLineRequest } from '../cart/line-origins.ts'
import type { Coupon, CouponDefinition } from '../coupons/coupon.ts'
import { evaluateCoupons } from '../coupons/evaluate-coupons.ts'
import type { PricedCart } from '../pricing/priced-cart.ts'
import {
  canCarry,
  shippingMethod,
  shippingPriceMinor,
  type Consignment,
  type ShippingMethod,
} from '../shipping/shipping-methods.ts'
import type { Store, StoreCode } from '../stores/stores.ts'

/** The shop's codes. Unknown, expired or used-up ones are left out of the answer. */
export interface CouponDefinitions {
  find(store: StoreCode, codes: readonly string[], now: number): Promise<CouponDefinition[]>
}

/** A shop that has given out no codes. */
export const noCoupons: CouponDefinitions = { find: () => Promise.resolve([]) }

export interface PriceCheckoutServices extends SyncCartServices {
  coupons: CouponDefinitions
}

export interface PricedCheckout {
  synced: SyncedCart
  cart: PricedCart
  /** Codes that count; the others are rejected. */
  coupons: Coupon[]
  goods: Consignment
  /** Null: none chosen, unknown, or not able to carry the goods. */
  method: ShippingMethod | null
  shippingMinor: number
  totalMinor: number
  /** Whether the store's minimum order is reached (MINORD-04). */
  minimumReached: boolean
}

/** Prices lines and codes with a chosen way of delivery (its id or null) at `now` (epoch ms). */
export async function priceCheckout(
  services: PriceCheckoutServices,
  input: {
    store: Store
    lines: readonly CartLineRequest[]
    couponCodes: readonly string[]
    shippingMethodId: string | null
    now: number
  },
): Promise<PricedCheckout> {
  const { store, now } = input
  const [synced, definitions] = await Promise.all([
    syncCart(services, { store: store.code, lines: input.lines, now }),
    input.couponCodes.length > 0 ? services.coupons.find(store.code, input.couponCodes, now) : [],
  ])
  const items = synced.lines.filter((line) => line.orderable).map((line) => line.item)
  const coupons = evaluateCoupons(
    { lines: items.map(priceCartLine), digits: store.currencyDigits },
    definitions,
  )
  const cart = priceCartItems(items, { coupons, store })
  const goods = {
    units: items.reduce((sum, item) => sum + item.quantity, 0),
    starterBatteries: synced.lines.some((line) => line.starterBattery),
  }
  const chosen = input.shippingMethodId === null ? null : shippingMethod(store.code, input.shippingMethodId)
  const method = chosen && canCarry(chosen, goods) ? chosen : null
  const shippingMinor = method ? shippingPriceMinor(method, cart.sumMinor) : 0
  return {
    synced,
    cart,
    coupons: coupons.filter((coupon) => coupon.applied),
    goods,
    method,
    shippingMinor,
    totalMinor: cart.sumMinor + shippingMinor,
    minimumReached: reachesMinimum(cart, store),
  }
}

/**
 * A cart whose codes pay for all of it has nothing left to compare with the minimum; it is judged by what it
 * would have cost (design, section 7: a zero-total order completes).
 */
function reachesMinimum(cart: PricedCart, store: Store): boolean {
  const full = cart.lines.reduce(
    (sum, line) => sum + (line.kind === 'fee' ? 0 : line.tierUnitMinor * line.quantity),
    0,
  )
  const compared = cart.lines.length > 0 && cart.sumMinor === 0 ? full : minimumOrderSumMinor(cart)
  return minimumOrder(compared, store.minimumOrderMinor).reached
}
