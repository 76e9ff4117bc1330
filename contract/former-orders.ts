/** Orders that a customer placed at a former shop, kept as history alone. Amounts are decimal major units. */
import { z } from 'zod'
import { amount } from './amount.ts'

/** The last that happened to it. */
const status = z.enum([
  'cancelled',
  'refunded',
  'partly_refunded',
  'fulfilled',
  'partly_fulfilled',
  'paid',
  'unpaid',
])

const formerOrder = z.object({
  id: z.string().meta({ description: 'As the former shop printed it' }),
  store: z.string(),
  placed_at: z.string(),
  status: status.nullable().meta({ description: 'Null: unknown' }),
  total: amount,
  subtotal: amount.nullable().meta({ description: 'Goods after discounts, before shipping; null: unknown' }),
  shipping: amount.nullable().meta({ description: 'Null: unknown, as in the fields below' }),
  tax: amount.nullable().meta({ description: 'Part of the total' }),
  discount: amount.nullable(),
  discount_code: z.string().nullable(),
  refunded: amount.nullable(),
  currency: z.string(),
  lines: z.array(
    z.object({
      name: z.string(),
      quantity: z.number(),
      unit_price: amount.nullable().meta({ description: 'Before discounts; null: unknown' }),
      discount: amount.nullable().meta({ description: 'Of the whole line; null: unknown' }),
      product: z
        .object({ sku: z.string(), slug: z.string() })
        .nullable()
        .meta({ description: 'What the store has now under the article number; null: nothing' }),
    }),
  ),
})
export type FormerOrderEntry = z.infer<typeof formerOrder>

/** GET /api/former-orders */
export const formerOrdersAnswer = z.array(formerOrder)
