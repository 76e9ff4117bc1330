/** How a request is refused. */
import { z } from 'zod'

/** A refusal in the store's language; `errors` names the fields that are wrong. */
export const errorAnswer = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>

/** A path or name that the store does not know. */
export const notFoundAnswer = z.object({ message: z.string() })
