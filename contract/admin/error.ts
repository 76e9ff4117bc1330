/** Refusals of the back office's API: a code that the screens put into words, and what belongs to it. */
import { z } from 'zod'

export const adminError = z.looseObject({
  /**
   * Of every route: `not_signed_in` (401), `permission_missing`, `store_not_permitted`, `step_up_required`,
   * `cross_site` (403), `invalid_fields` (422), the faults of `api/errors.ts`; further codes of each route.
   */
  code: z.string(),
  /** The permission that is missing. */
  permission: z.string().optional(),
  store: z.string().optional(),
  /** Field name (`items[0].quantity`) → what is wrong with it. */
  fields: z.record(z.string(), z.string()).optional(),
})
export type AdminError = z.infer<typeof adminError>
