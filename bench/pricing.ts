/** Promise: pricing a cart of 100 lines with 20 codes, evaluation included, takes less than a millisecond. */
import { cartCouponsOf, evaluateCoupons } from '../domain/cart/evaluate-coupons.server.ts'
import type { CouponDefinition } from '../domain/coupons/coupon.ts'
import { minor } from '../domain/money/money.ts'
import { priceCart } from '../domain/pricing/price-cart.ts'
import type { PriceCartLine } from '../domain/pricing/priced-cart.ts'
import { toSku } from '../domain/products/sku.ts'
import { toProductId } from '../domain/products/product-id.ts'

const lines: PriceCartLine[] = Array.from({ length: 100 }, (_, index) => ({
  uuid: `uuid-${index}`,
  sku: toSku(`SKU-${index}`),
  productId: toProductId(index),
  quantity: 1 + (index % 12),
  priceMinor: minor(4900 + index * 100),
  tiers: [
    { quantity: 1, unitMinor: minor(4900 + index * 100) },
    { quantity: 5, unitMinor: minor(4500 + index * 100) },
    { quantity: 10, unitMinor: minor(3900 + index * 100) },
  ],
  vatRateBasisPoints: 2500,
  groupId: index % 7,
  discountCategory: index % 2 === 0 ? 'B2' : 'C1',
  categoryIds: [index % 5, 5 + (index % 3)],
}))

/** Four codes of five sorts: whole cart, groups, buy-x-get-y, amounts off, fixed. */
const definitions: CouponDefinition[] = Array.from({ length: 4 }, (_, index) => [
  { code: `ALL${index}`, percentage_discount: 5 + index },
  { code: `GROUP${index}`, percentage_discount: 10 + index, specific_groups: [index, index + 1] },
  { code: `GIFT${index}`, buy_x: 2, get_y: 1, buy_groups: [index], discount_type_value: 3 },
  {
    code: `SPEND${index}`,
    coupon_buy_x_interval_amount_buy: 500 + index,
    coupon_buy_x_interval_amount_get: 5,
    buy_categories: [index],
  },
  { code: `FIXED${index}`, fixed_amount: 10 + index },
]).flat()

const cart = { lines, digits: 0, customerDiscounts: { B2: 8 } } as const

/** Median of many runs, milliseconds. */
function medianMs(run: () => unknown): number {
  for (let warm = 0; warm < 300; warm++) run()
  const times = Array.from({ length: 1001 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[500]!
}

const coupons = cartCouponsOf(evaluateCoupons(cart, definitions))
const priceMs = medianMs(() => priceCart({ ...cart, coupons }))
const evaluateMs = medianMs(() => evaluateCoupons(cart, definitions))
console.log(`pricing 100 lines 20 coupons: ${priceMs.toFixed(3)} ms (promise < 1 ms)`)
console.log(`evaluating 100 lines 20 coupons: ${evaluateMs.toFixed(3)} ms (promise < 1 ms)`)
if (priceMs >= 1 || evaluateMs >= 1) process.exitCode = 1
