/** POST /api/withdrawals: withdrawal from a contract without a login (CRD Art. 11a). */
import { z } from 'zod'
import { safeText } from './text.ts'

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
    .meta({ description: 'Which goods, in the buyer’s words; empty: the whole order' }),
})
export type WithdrawalRequest = z.infer<typeof withdrawalRequest>
export const withdrawalAnswer = z.object({ declared_at: z.string(), email: z.string() })
export type WithdrawalAnswer = z.infer<typeof withdrawalAnswer>
