/**
 * POST /api/price-cart: the full price of a cart with its reasons. Σ line_total − Σ deductions + Σ fees =
 * sum, with and without VAT. Amounts are decimal major units, VAT included: the same figures as in cart, checkout and order.
 */
import { z } from 'zod'
import { amount, vatPercent } from './amount.ts'
import { cartItemRequests, couponCodes } from './cart.ts'
import { rejectedCoupon } from './coupons.ts'

export const priceCartRequest = z.object({ items: cartItemRequests, coupons: couponCodes.nullish() })

const priceReason = z.object({
  kind: z.string(),
  code: z.string().nullable(),
  percent: z.number().nullable(),
  amount,
})

const pricedLine = z.object({
  uuid: z.string(),
  product_id: z.number(),
  sku: z.string(),
  name: z.string(),
  quantity: z.number(),
  tier_price: amount.meta({ description: 'The same as unit_price' }),
  before_price: amount.nullable(),
  unit_price: amount.meta({ description: 'Unit price of the tier in force, before percentages and offers' }),
  line_total: amount.meta({
    description: 'unit_price × quantity less the percentage, rounded once to the digits of the currency',
  }),
  deducted: amount.meta({ description: 'Its shares of the deductions' }),
  total: amount.meta({ description: 'What is paid for the line' }),
  total_ex_vat: amount.meta({ description: 'total without its VAT, rounded to two decimals' }),
  vat: vatPercent,
  vat_amount: amount.meta({ description: 'VAT in total: total − total_ex_vat' }),
  reasons: z.array(priceReason),
})
export type PricedLineAnswer = z.infer<typeof pricedLine>

const fee = z.object({
  uuid: z.string(),
  kind: z.string(),
  label: z.string(),
  quantity: z.number(),
  unit_price: amount,
  amount,
  vat: vatPercent,
  vat_amount: amount,
})
export type FeeAnswer = z.infer<typeof fee>

export const pricedCartAnswer = z.object({
  currency: z.string(),
  lines: z.array(pricedLine),
  deductions: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      kind: z.string(),
      amount,
      vat_amount: amount.meta({ description: 'By how much it lowers the VAT of the lines' }),
    }),
  ),
  fees: z.array(fee),
  sum: amount,
  sum_ex_vat: amount,
  vat_amount: amount,
  vat: z.array(z.object({ rate: vatPercent, gross: amount, vat_amount: amount })),
  coupons: z.array(z.string()).meta({ description: 'Codes that count' }),
  rejected: z.array(rejectedCoupon),
  unavailable: z.array(z.string()).meta({ description: 'uuids of lines that cannot be ordered; not priced' }),
  removed: z.number().meta({ description: 'Lines the store does not sell' }),
})
export type PricedCartAnswer = z.infer<typeof pricedCartAnswer>
