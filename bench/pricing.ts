/**
 * Promise: pricing a cart of 100 lines with 20 codes, and evaluating the codes for it, each take at most 4 times as
 * long as writing and reading the cart as JSON, what a request with it costs at least. Medians of many runs in turns.
 */
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

const promised = 4
const coupons = cartCouponsOf(evaluateCoupons(cart, definitions))
const measured = {
  json: () => JSON.parse(JSON.stringify({ ...cart, definitions })) as unknown,
  pricing: () => priceCart({ ...cart, coupons }),
  evaluating: () => evaluateCoupons(cart, definitions),
}
const times: Record<keyof typeof measured, number[]> = { json: [], pricing: [], evaluating: [] }
for (let turn = -300; turn < 1001; turn++)
  for (const [name, run] of Object.entries(measured)) {
    const start = performance.now()
    run()
    // The first turns warm up.
    if (turn >= 0) times[name as keyof typeof measured].push(performance.now() - start)
  }

const medianMs = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const jsonMs = medianMs(times.json)
for (const name of ['pricing', 'evaluating'] as const) {
  const ms = medianMs(times[name])
  const ratio = ms / jsonMs
  console.log(
    `${name} 100 lines, 20 coupons: ratio ${ratio.toFixed(2)} of its JSON (promise ≤ ${promised}); ${ms.toFixed(3)} and ${jsonMs.toFixed(3)} ms`,
  )
  if (ratio > promised) process.exitCode = 1
}
