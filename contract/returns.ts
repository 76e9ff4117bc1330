/** Returns of delivered products (RETURN-02, 05, 06). */
import { z } from 'zod'
import { errorAnswer } from './error.ts'
import { safeText } from './text.ts'

const returnItem = z.object({
  sku: z.string().min(1).max(100),
  quantity: z.int().min(1).max(5000),
  reason: z.enum(['changed_mind', 'wrong_choice', 'defective', 'damaged', 'wrong_item', 'other']),
})

/** POST /api/orders/:id/returns */
export const newReturn = z.object({
  items: z.array(returnItem).max(1000).meta({ description: 'At least one' }),
  comment: safeText(1000).default(''),
})
export const newReturnHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[0-9A-Za-z-]{1,64}$/, 'Letters, digits and hyphens')
    .optional()
    .meta({ description: 'Sent again with the same key, the return is registered once' }),
})
export const newReturnAnswer = z.object({ id: z.string(), label_url: z.string() })
export type NewReturnAnswer = z.infer<typeof newReturnAnswer>
export const returnRefusal = errorAnswer.extend({ code: z.string(), sku: z.string().nullable() })

/** A return in the list of its customer. */
const returnEntry = z.object({
  id: z.string().meta({ description: 'Number of the return, e.g. S100001-R1' }),
  order_id: z.string(),
  store: z.string(),
  status: z.enum(['registered', 'received', 'refunded', 'rejected']),
  registered_at: z.string(),
  label_url: z.string(),
  items: z.array(returnItem.extend({ name: z.string() })),
})
export type ReturnEntry = z.infer<typeof returnEntry>

/** GET /api/returns */
export const returnsAnswer = z.array(returnEntry)
