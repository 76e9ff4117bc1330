/** What a customer may pay with at the checkout besides gift cards. Amounts are decimal major units. */
import { z } from 'zod'
import { amount } from './amount.ts'

/** GET /api/store-credit */
export const storeCreditAnswer = z.array(
  z.object({ store: z.string(), balance: amount, currency: z.string() }),
)
export type StoreCreditEntry = z.infer<typeof storeCreditAnswer>[number]
