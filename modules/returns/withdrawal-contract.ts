/** POST /api/withdrawals: withdrawal from a contract without a login (CRD Art. 11a). */
import { z } from 'zod'
import { safeText } from '../../contract/text.ts'

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
