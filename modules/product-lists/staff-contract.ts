/** What the card on a customer's page in the back office reads. */
import { z } from 'zod'

/**
 * GET /admin/api/customers/:id/lists: named lists, and the saved products where there are any, of the stores whose
 * customers the reader may see.
 */
export const customerLists = z.array(
  z.object({
    id: z.number(),
    store: z.string(),
    /** Null: the saved products. */
    name: z.string().nullable(),
    isShared: z.boolean(),
    lines: z.array(z.object({ sku: z.string(), name: z.string(), quantity: z.number() })),
  }),
)
export type CustomerLists = z.infer<typeof customerLists>
