/** Error responses. */
import { z } from 'zod'

/** An error message in the store's language; `errors` names the invalid fields. */
export const errorAnswer = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

/** A path or name that does not exist in the store. */
export const notFoundAnswer = z.object({ message: z.string() })
