/** Products that become part of another store's assortment. */
import { z } from 'zod'
import { storeCode } from './fields.ts'
import { bulkTarget } from './prices.ts'

/** `source`: the store whose texts are copied; `store`: the one that is to sell the products of the rows. */
export const previewAssortmentBody = z.strictObject({
  target: bulkTarget,
  source: storeCode,
  store: storeCode,
})

/** `count`: `added` of the preview; where it is another number by now, nothing is started. */
export const startAssortmentBody = previewAssortmentBody.extend({ count: z.number().int().min(1) })

export const assortmentPlan = z.object({
  /** Products that become part of the store. */
  added: z.number(),
  /** Products that are part of it. */
  present: z.number(),
  /** Products that the source has no texts of. */
  notInSource: z.number(),
})
export type AssortmentPlanAnswer = z.infer<typeof assortmentPlan>
