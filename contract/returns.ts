/** Returns of delivered products (RETURN-02, 05, 06). */
import { z } from 'zod'
import { amount } from './amount.ts'
import { errorAnswer } from './error.ts'
import { orderParams, orderTokenParams } from './orders.ts'
import { safeText } from './text.ts'

const returnItem = z.object({
  sku: z.string().min(1).max(100),
  quantity: z.int().min(1).max(5000),
  reason: z.enum(['changed_mind', 'wrong_choice', 'defective', 'damaged', 'wrong_item', 'other']),
})

const newReturnItem = returnItem.extend({
  is_damaged: z.boolean().optional().meta({ description: 'A battery that is damaged, swollen or leaking' }),
})

const newReturnItems = z.array(newReturnItem).max(1000).meta({ description: 'At least one' })

/** POST /api/orders/:id/returns */
export const newReturn = z.object({
  items: newReturnItems,
  comment: safeText(1000).default(''),
})
export const newReturnHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[0-9A-Za-z-]{1,64}$/, 'Letters, digits and hyphens')
    .optional()
    .meta({ description: 'Sent again with the same key, the return is registered once' }),
})
/** How goods travel back: by parcel, or why they do not. */
const returnTransport = z.enum(['parcel', 'damaged_lithium', 'lead_acid', 'other_dangerous'])

export const newReturnAnswer = z.object({
  id: z.string(),
  label_url: z.string().meta({ description: 'The slip to put into the parcel' }),
  transports: z.array(returnTransport),
})
export type NewReturnAnswer = z.infer<typeof newReturnAnswer>

/** POST /api/orders/:id/returns/preview: what a return of these items would refund. */
export const returnPreview = z.object({ items: newReturnItems })
export const returnPreviewAnswer = z.object({
  lines: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number(), amount })),
  shipping: amount.meta({ description: 'The part of the delivery' }),
  total: amount,
  to_gift_cards: amount.meta({ description: 'The part of the total that goes back to gift cards' }),
})
export type ReturnPreviewAnswer = z.infer<typeof returnPreviewAnswer>

const returnNumber = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)

/** Path parameters: a return by its number within its order. */
export const returnParams = orderParams.extend({ number: returnNumber })
/** The same of the order with an access token. */
export const returnTokenParams = orderTokenParams.extend({ number: returnNumber })

/** POST /api/orders/:id/returns/:number/label */
export const returnLabelAnswer = z.object({
  state: z.enum(['ready', 'pending', 'unavailable']).meta({
    description:
      'ready: the label can be downloaded; pending: the carrier has not answered, ask again later; unavailable: the shop arranges the return with the buyer',
  }),
  tracking_url: z.string().nullable(),
})
export type ReturnLabelAnswer = z.infer<typeof returnLabelAnswer>

export const returnRefusal = errorAnswer.extend({ code: z.string(), sku: z.string().nullable() })

/** A return in the list of its customer. */
const returnEntry = z.object({
  id: z.string().meta({ description: 'Number of the return, e.g. S100001-R1' }),
  order_id: z.string(),
  store: z.string(),
  status: z.enum(['registered', 'label_ready', 'sent', 'received', 'inspected', 'refunded', 'rejected']),
  rejection: z.string().nullable().meta({ description: 'Why it was rejected' }),
  registered_at: z.string(),
  label_url: z.string(),
  items: z.array(returnItem.extend({ name: z.string(), transport: returnTransport })),
})
export type ReturnEntry = z.infer<typeof returnEntry>

/** GET /api/returns */
export const returnsAnswer = z.array(returnEntry)
