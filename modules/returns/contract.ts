/** Returns of delivered products (RETURN-02, 05, 06). */
import { z } from 'zod'
import { amount } from '../../contract/amount.ts'
import { errorAnswer } from '../../contract/error.ts'
import { orderParams, orderTokenParams } from '../../contract/orders.ts'
import { safeText } from '../../contract/text.ts'
import { returnReasons, shownReturnStatuses } from './return.ts'
import { returnTransports } from './return-transport.ts'

/** The buyer's reason. */
export const returnReason = z.enum(returnReasons)

const returnItem = z.object({
  sku: z.string().min(1).max(100),
  quantity: z.int().min(1).max(5000),
  reason: returnReason,
})

const newReturnItem = returnItem.extend({
  exchange_for: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'The sku of another variant that is wanted instead of the money' }),
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
export const returnTransport = z.enum(returnTransports)

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
  exchange: z
    .object({
      lines: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number(), amount })),
      total: amount,
      difference: amount.meta({
        description: 'What is paid out: the total of the refund less the new goods',
      }),
      is_invoiced: z
        .boolean()
        .meta({ description: 'The returned goods are credited and the new ones invoiced' }),
    })
    .nullable()
    .meta({ description: 'The new goods; null: nothing is exchanged' }),
})
export type ReturnPreviewAnswer = z.infer<typeof returnPreviewAnswer>

/** GET /api/orders/:id/returns/exchanges */
export const exchangesAnswer = z.array(
  z.object({
    sku: z.string().meta({ description: 'The sku of the order' }),
    variants: z.array(
      z.object({
        sku: z.string(),
        name: z.string(),
        price: amount,
        state: z.enum(['offered', 'dearer', 'sold_out']),
      }),
    ),
  }),
)
export type ExchangesAnswer = z.infer<typeof exchangesAnswer>

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

/** POST /api/orders/:id/returns/:number/sent */
export const returnSentAnswer = z.object({ status: z.literal('sent') })

export const returnRefusal = errorAnswer.extend({ code: z.string(), sku: z.string().nullable() })

/** A return in the list of its customer. */
const returnEntry = z.object({
  id: z.string().meta({ description: 'Number of the return, e.g. S100001-R1' }),
  order_id: z.string(),
  store: z.string(),
  status: z.enum(shownReturnStatuses),
  exchange_order: z
    .string()
    .nullable()
    .meta({ description: 'Number of the order that delivers the exchange' }),
  rejection: z.string().nullable().meta({ description: 'Why it was rejected' }),
  registered_at: z.string(),
  label_url: z.string(),
  items: z.array(
    returnItem.extend({
      name: z.string(),
      transport: returnTransport,
      exchange: z
        .object({ sku: z.string(), name: z.string() })
        .nullable()
        .meta({ description: 'The variant that the buyer gets instead' }),
    }),
  ),
})
export type ReturnEntry = z.infer<typeof returnEntry>

/** GET /api/returns */
export const returnsAnswer = z.array(returnEntry)

/** POST /api/withdrawals: withdrawal from a contract without a login (CRD Art. 11a). */

/** Trimmed and not empty. */
const filledText = (longest: number) =>
  safeText(longest)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'Must not be empty')

/** The API parses `email` to its normalised form. */
export const withdrawalRequest = z.object({
  key: z.uuid().meta({ description: 'Sent again with the same key, it is one declaration' }),
  order_number: filledText(60),
  name: filledText(200),
  email: safeText(254),
  goods: safeText(1000)
    .transform((text) => text.trim())
    .default('')
    .meta({ description: 'Which goods, in the buyer’s words; empty, and without items: the whole order' }),
  items: z
    .array(z.object({ sku: z.string().min(1).max(100), quantity: z.int().min(1).max(5000) }))
    .max(1000)
    .default([])
    .meta({ description: 'The chosen lines of the order' }),
})
export type WithdrawalRequest = z.input<typeof withdrawalRequest>
export const withdrawalAnswer = z.object({
  declared_at: z.string().meta({
    description: 'Of a declaration whose units were all declared before: when that was',
  }),
  email: z.string(),
})
export type WithdrawalAnswer = z.infer<typeof withdrawalAnswer>

const units = z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number() }))

/** POST /api/withdrawals/order: the order to choose lines from, for its number and e-mail. */
export const withdrawableRequest = z.object({ order_number: filledText(60), email: safeText(254) })
export const withdrawableAnswer = z.object({
  order: z
    .object({
      state: z
        .enum(['open', 'ended', 'business'])
        .meta({ description: 'A declaration is taken in every state; the shop decides about its effect' }),
      last_day: z.string().nullable().meta({ description: 'YYYY-MM-DD; null: not delivered yet' }),
      lines: units.meta({ description: 'What may still be withdrawn from' }),
      withdrawn: units.meta({ description: 'What the buyer has withdrawn from already' }),
    })
    .nullable()
    .meta({ description: 'Null: no order has that number and e-mail' }),
})
export type WithdrawableAnswer = z.infer<typeof withdrawableAnswer>

/** Pictures of faulty goods and of deposit proofs; the bodies of their requests are the files. */

const id = z.coerce.number().int().min(1).max(2_147_483_647)

/** Path parameters: a photo of a return. */
export const customerPictureParams = returnParams.extend({ picture: id })

/** POST /api/orders/:id/returns/:number/photos */
export const returnPhotoAnswer = z.object({ id: z.number() })

/** POST /api/orders/:id/deposit-proofs */
export const depositProofQuery = {
  quantity: z.coerce
    .number()
    .int()
    .min(1)
    .max(5000)
    .meta({ description: 'Old batteries that were returned' }),
  proof_on: z.iso.date().meta({ description: 'The day of the proof, YYYY-MM-DD' }),
}
export const depositProofAnswer = z.object({ id: z.number() })
