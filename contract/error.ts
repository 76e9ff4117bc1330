/** Error responses. */
import { z } from 'zod'

/** An error message in the store's language; `errors` names the invalid fields. */
export const errorAnswer = z.object({
  message: z.string(),
  /** Of refusals that programs tell apart by it; `store_closed`: shoppers can buy nothing in the store now. */
  code: z.literal('store_closed').optional(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

/** A path or name that does not exist in the store. */
export const notFoundAnswer = z.object({ message: z.string() })
