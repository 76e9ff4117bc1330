/** Quick order and carts saved under a name, of the store of the call. Amounts are decimal major units, VAT included. */
import { z } from 'zod'
import { amount } from './amount.ts'
import { safeName, safeText } from './text.ts'

const sku = safeText(200).refine((text) => text.trim() !== '')
const quantity = z.int().min(1).max(5000)

/** POST /api/quick-order */
export const quickOrderRequest = z.object({ rows: z.array(z.object({ sku, quantity })).min(1).max(500) })

export const quickOrderAnswer = z.array(
  z.object({
    sku: z.string().meta({ description: 'As the shop spells it' }),
    status: z.enum(['ok', 'unknown', 'not_sold', 'out_of_stock', 'limited']),
    name: z.string().nullable(),
    quantity: z.number().meta({ description: 'The quantity that can be had' }),
    price: amount.nullable().meta({ description: 'Unit price of this customer at that quantity' }),
  }),
)
export type QuickOrderAnswer = z.infer<typeof quickOrderAnswer>

const cartName = safeName(80).refine((name) => name.trim() !== '')

/** GET /api/saved-carts */
export const savedCartsAnswer = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    shared: z.boolean().meta({ description: 'The people of the company see it too' }),
    own: z.boolean(),
    owner: z.string(),
    lines: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number() })),
    updated_at: z.string(),
  }),
)
export type SavedCartEntry = z.infer<typeof savedCartsAnswer>[number]

/** POST /api/saved-carts */
export const newSavedCart = z.object({
  name: cartName,
  shared: z.boolean().default(false),
  lines: z.array(z.object({ sku, quantity })).min(1).max(500),
})
export const savedCartAnswer = z.object({ id: z.number() })

/** PUT /api/saved-carts/:id */
export const savedCartChange = z.object({ name: cartName, shared: z.boolean() })

export const savedCartParams = z.object({
  id: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1),
})
