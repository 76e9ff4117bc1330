/** What the card on a customer's page in the back office reads. */
import { z } from 'zod'

/**
 * GET /admin/api/customers/:id/agreements: price agreements that are valid, or will be, of the stores whose prices the
 * reader may see.
 */
export const customerAgreements = z.array(
  z.object({
    id: z.number(),
    store: z.string(),
    name: z.string(),
    /** Null: with the customer alone. */
    company: z.string().nullable(),
    /** Whether it applies where the price that everybody gets is lower. */
    isFixed: z.boolean(),
    /** Number of agreed prices. */
    prices: z.number(),
    /** Names of a brand and a category; both null: the whole range. */
    percentages: z.array(
      z.object({ percent: z.number(), brand: z.string().nullable(), category: z.string().nullable() }),
    ),
    validFrom: z.iso.datetime(),
    validTo: z.iso.datetime().nullable(),
  }),
)
export type CustomerAgreements = z.infer<typeof customerAgreements>
