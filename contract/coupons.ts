/**
 * Discount codes of a cart (ENTITY-31..33, API-20). Amounts are decimal major units, percentages are numbers
 * 0–100.
 */
import { z } from 'zod'
import { amount } from './amount.ts'
import { cartItemRequests, couponCodes } from './cart.ts'

const number = z.number().nullable()

/** The schema of a coupon field's value, by the field's type. */
const termSchemas = {
  amount: amount.nullable(),
  number,
  optionalNumber: number,
  flag: z.boolean(),
  ids: z.array(z.number()),
  texts: z.array(z.string()),
}

type TermSchemas<Terms extends Readonly<Record<string, keyof typeof termSchemas>>> = {
  -readonly [Name in keyof Terms]: (typeof termSchemas)[Terms[Name]]
}

/**
 * A code and its effect on the cart. Every field of the entity is present, null where it has no value. The
 * fields of the terms are declared by the coupon kinds, so a new kind is not repeated here.
 */
export function couponSchema<Terms extends Readonly<Record<string, keyof typeof termSchemas>>>(terms: Terms) {
  const fields = Object.entries(terms).map(([name, type]) => [name, termSchemas[type]])
  return z.object({
    code: z.string(),
    applied: z.boolean(),
    failed_minimum_spend: z.boolean(),
    reason: z.string().nullable().meta({ description: 'Why the code is not applied' }),
    discount_label: z.string(),
    ...(Object.fromEntries(fields) as TermSchemas<Terms>),
    all_affected_items: z.array(z.object({ sku: z.string(), quantity: z.number() })).nullable(),
    buyx_free_amount: amount.nullable(),
    vat_amount: amount.nullable(),
    vat_rate: number,
    buy_x_percentage_total: number,
    missing: z
      .object({
        what: z.enum(['goods', 'named', 'units', 'amount', 'rounding', 'better']),
        goods: z.string().nullable().meta({ description: 'The goods that it applies to, in words' }),
        units: number.meta({ description: 'Further units that earn it' }),
        amount: amount.nullable().meta({ description: 'Further spend that earns it' }),
        from: amount.nullable().meta({ description: 'The spend from which it gives something' }),
      })
      .nullable()
      .meta({ description: 'Why the code gives nothing in this cart; null: it gives something, or unknown' }),
  })
}

/** A code that is not applied, with the reason. */
export const rejectedCoupon = z.object({ code: z.string(), reason: z.string() })

/** POST /api/sync-coupons */
export const syncCouponsRequest = z.object({ coupons: couponCodes, cart_contents: cartItemRequests })
