/**
 * What codes do to a made-up cart, and why: the price that the shop itself would charge, with the steps of every line.
 * Runs the pricing of carts and checkouts unchanged; stores and reserves nothing.
 */
import { randomUUID } from 'node:crypto'
import { findLogin } from '../accounts/account-repository.server.ts'
import { sumMinor, type Minor } from '../money/money.ts'
import { priceTrace, type PriceStep } from '../orders/price-trace.ts'
import type { PricedCart, PricedLine } from '../pricing/priced-cart.ts'
import { noProductId } from '../products/product-id.ts'
import { skuKey, type Sku } from '../products/sku.ts'
import type { Store } from '../stores/stores.ts'
import type { CouponRefusalReason } from '../coupons/coupon.ts'
import type { CartNotice } from '../cart/cart-line.ts'
import { priceShopCart, type PriceShopCartServices } from '../cart/price-shop-cart.server.ts'

export interface SimulationRequest {
  store: Store
  lines: readonly { sku: Sku; quantity: number }[]
  couponCodes: readonly string[]
  /** A customer of the store, for price agreements, customer discounts and limits per customer; null: a guest. */
  email: string | null
  /** Epoch milliseconds: the time at which the codes are used. Prices and stock are those of today. */
  now: number
}

export interface SimulatedLine extends Pick<PricedLine, 'uuid' | 'sku' | 'quantity' | 'unitMinor'> {
  name: string
  totalMinor: Minor
  steps: PriceStep[]
}

export interface SimulatedCode {
  code: string
  applied: boolean
  /** Why it is not applied. */
  reason: CouponRefusalReason | null
  /** What it takes off the cart, VAT included. */
  amountMinor: Minor
}

export interface Simulation {
  ok: true
  lines: SimulatedLine[]
  codes: SimulatedCode[]
  cart: PricedCart
  /** Lines that the store cannot sell in this quantity; they are not priced. `notice` null: it has no such product. */
  unavailable: { sku: string; notice: CartNotice | null }[]
}

export async function simulateCart(
  services: PriceShopCartServices,
  request: SimulationRequest,
): Promise<Simulation | { ok: false; code: 'unknown_customer' }> {
  const { store, couponCodes, email, now } = request
  const accountId = email === null ? null : await accountOf(services, store, email)
  if (accountId === undefined) return { ok: false, code: 'unknown_customer' }
  const skus = [...new Set(request.lines.map(({ sku }) => sku))]
  const products = services.catalogue.cartProductsBySku(store.code, skus)
  const ids = new Map(products.map(({ sku, id }) => [skuKey(sku), id]))
  const priced = await priceShopCart(services, {
    store,
    lines: request.lines.map(({ sku, quantity }) => ({
      uuid: randomUUID(),
      productId: ids.get(skuKey(sku)) ?? noProductId,
      quantity,
    })),
    couponCodes,
    accountId,
    email,
    now,
  })
  const names = new Map(priced.lines.map(({ uuid, name }) => [uuid, name]))
  return {
    ok: true,
    lines: priced.cart.lines.map((line) => ({
      uuid: line.uuid,
      sku: line.sku,
      quantity: line.quantity,
      unitMinor: line.unitMinor,
      name: names.get(line.uuid) ?? line.sku,
      totalMinor: line.netMinor,
      steps: priceTrace({ ...line, totalMinor: line.netMinor }),
    })),
    codes: priced.coupons.map((each) => ({
      code: each.code,
      // One that gives nothing in this cart stays with it, and is not shown as applied.
      applied: each.applied && each.missing === null,
      reason: !each.applied ? each.reason : each.missing === null ? null : 'not_applicable',
      amountMinor: takenOff(priced.cart, each.code),
    })),
    cart: priced.cart,
    unavailable: [
      ...priced.synced.lines.filter((line) => !line.orderable).map(({ sku, notice }) => ({ sku, notice })),
      ...skus.filter((sku) => !ids.has(skuKey(sku))).map((sku) => ({ sku, notice: null })),
    ],
  }
}

function takenOff({ lines }: PricedCart, code: string): Minor {
  const reasons = lines.flatMap((line) => line.reasons)
  return sumMinor(reasons.filter((reason) => reason.code === code).map(({ amountMinor }) => amountMinor))
}

/** Undefined: the store has no customer with this address. */
async function accountOf(
  { db }: PriceShopCartServices,
  store: Store,
  email: string,
): Promise<number | undefined> {
  const found = await findLogin(db, email)
  return found?.store === store.code ? found.id : undefined
}
