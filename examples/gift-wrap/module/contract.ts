/** What the module's route answers. */
import { z } from 'zod'

export const wrappingAnswer = z.object({
  /** Article numbers, in the order in which they are offered. */
  skus: z.array(z.string()),
  /** The store's sentence above them. */
  lead: z.string().nullable(),
})
export type WrappingAnswer = z.infer<typeof wrappingAnswer>
