/** Checks a priced cart against its buyer's order limits and reports what is possible instead. Pure. */
import type { Minor } from '../money/money.ts'
import type { CartLine } from '../cart/cart-line.ts'
import type { BuyerLimits, OrderLimits } from '../stores/store.ts'
import { storeCodes, storePolicies, type StoreCode } from '../stores/stores.ts'

export type LimitsOfStores = Record<StoreCode, OrderLimits>

/** The limits of every store, as its file and its settings define them at the moment of reading. */
export const orderLimits = Object.defineProperties(
  {},
  Object.fromEntries(
    storeCodes.map((code) => [code, { enumerable: true, get: () => storePolicies[code].orderLimits }]),
  ),
) as LimitsOfStores

export interface LineAboveLimit {
  uuid: string
  name: string
  quantity: number
  /** Units the line may have; 0 where other lines of the product use them all. */
  most: number
}

export interface AboveLimit {
  lines: LineAboveLimit[]
  /** Largest total (minor units) where the cart's exceeds it; otherwise null. */
  mostMinor: Minor | null
}

export function isAboveLimit({ lines, mostMinor }: AboveLimit): boolean {
  return lines.length > 0 || mostMinor !== null
}

/**
 * Checks the lines the shopper added; lines of one product are counted together, first line first. Lines
 * added by coupons and fees do not count. `totalMinor` is the cart's total with its delivery.
 */
export function aboveLimit(
  { unitsPerLine, orderMinor }: BuyerLimits,
  cart: {
    lines: readonly Pick<CartLine, 'uuid' | 'name' | 'quantity' | 'productId' | 'addedByCoupon' | 'feeKind'>[]
    totalMinor: Minor
  },
): AboveLimit {
  const left = new Map<number, number>()
  const lines: LineAboveLimit[] = []
  for (const { uuid, name, quantity, productId: product, addedByCoupon, feeKind } of cart.lines) {
    if (addedByCoupon || feeKind) continue
    const most = Math.min(quantity, left.get(product) ?? unitsPerLine)
    left.set(product, (left.get(product) ?? unitsPerLine) - most)
    if (most < quantity) lines.push({ uuid, name, quantity, most })
  }
  return { lines, mostMinor: cart.totalMinor > orderMinor ? orderMinor : null }
}
