/** Builders for the carts of the requirement rows in tests: amounts in major units, as in the rows. */
import { viewCoupon } from '../../api/coupon-view.ts'
import { evaluateCoupons, type CouponCart } from '../cart/evaluate-coupons.server.ts'
import { readCartCoupons, type CouponDefinition, type CouponEntity } from '../coupons/coupon.ts'
import { toBasisPoints, toMajor, toMinor } from '../money/money.ts'
import { priceCart } from './price-cart.ts'
import type { PriceCartInput, PriceCartLine, PricedCart } from './priced-cart.ts'
import { toSku } from '../products/sku.ts'
import { toProductId } from '../products/product-id.ts'

export interface ExampleLine extends Partial<Omit<PriceCartLine, 'tiers' | 'sku' | 'productId'>> {
  sku?: string
  productId?: number
  /** Unit price, major units. */
  price?: number
  /** Percent. */
  vat?: number
  group?: number
  category?: number
  /** Quantity → unit price, major units. */
  tiers?: Record<number, number>
}

let made = 0

/** A line of `quantity` units; all other fields have defaults. */
export function line(
  quantity: number,
  { price = 100, vat = 25, group, category, tiers, ...rest }: ExampleLine = {},
): PriceCartLine {
  const number = ++made
  const { sku = `SKU${String(number).padStart(6, '0')}`, productId = 1000 + number, ...others } = rest
  const list = Object.entries(tiers ?? {}).map(([q, p]) => ({
    quantity: Number(q),
    unitMinor: toMinor(p),
  }))
  return {
    uuid: `uuid-${String(number).padStart(6, '0')}`,
    sku: toSku(sku),
    productId: toProductId(productId),
    quantity,
    priceMinor: toMinor(price),
    tiers: list,
    vatRateBasisPoints: toBasisPoints(vat),
    groupId: group ?? null,
    discountCategory: null,
    categoryIds: category === undefined ? [] : [category],
    ...others,
  }
}

/** An applied code, as the API returns it. */
export function applied(terms: Omit<Partial<CouponEntity>, 'code'> & { code?: string }): CouponEntity {
  return { code: 'CODE', applied: true, ...terms }
}

/** Prices lines in kronor (0 digits) unless `more` says otherwise, as the browser does. */
export function price(
  lines: PriceCartLine[],
  coupons: CouponEntity[] = [],
  more: Partial<Omit<PriceCartInput, 'coupons'>> = {},
): PricedCart {
  return priceCart({ lines, coupons: readCartCoupons(coupons), digits: 0, ...more })
}

/** Sum in major units of lines with these codes. */
export function sumOf(
  lines: PriceCartLine[],
  coupons: CouponEntity[] = [],
  more: Partial<Omit<PriceCartInput, 'coupons'>> = {},
): number {
  return toMajor(price(lines, coupons, more).sumMinor)
}

/** Both sides together: the server evaluates the codes, the cart deducts the API's result. */
export function evaluated(
  lines: PriceCartLine[],
  definitions: (Omit<CouponDefinition, 'code'> & { code?: string })[],
  more: Partial<CouponCart> = {},
): { coupons: CouponEntity[]; cart: PricedCart; sum: number } {
  const named = definitions.map((definition, index) => ({ code: `CODE${index}`, ...definition }))
  const coupons = evaluateCoupons({ lines, digits: 0, ...more }, named).map((each) => viewCoupon(each))
  const cart = price(lines, coupons, more)
  return { coupons, cart, sum: toMajor(cart.sumMinor) }
}

/** Line totals in major units, line by line. */
export function totals(cart: PricedCart): number[] {
  return cart.lines.map((priced) => toMajor(priced.lineTotalMinor))
}

/** Unit prices in major units, line by line. */
export function units(cart: PricedCart): number[] {
  return cart.lines.map((priced) => toMajor(priced.unitMinor))
}
