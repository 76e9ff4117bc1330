/** The session of the person who is signed in to the back office. */
import { z } from 'zod'
import { resourceDescription } from './resources.ts'

/** `grants`: permission → codes of the stores in which the person holds it; what is not held is absent. */
export const adminSession = z.object({
  staff: z.object({ id: z.number(), email: z.string(), name: z.string(), language: z.string() }),
  grants: z.record(z.string(), z.array(z.string())),
  /** All stores of this deployment; `name`: their country as they write it, `currency`: ISO 4217. */
  stores: z.array(z.object({ code: z.string(), name: z.string(), currency: z.string() })),
  /** Until when actions that ask for a step-up are open; null: they are not. */
  steppedUpUntil: z.string().nullable(),
  /** When the session ends at the latest. */
  endsAt: z.string(),
  /** The shop's own address, for links to its pages. */
  shopUrl: z.string(),
  /** The lists that are declared once, as far as the person may read them, with a place in the sidebar. */
  resources: z.array(resourceDescription),
  /** Those of them that are the shop's own sections: pages of a release that lists them by itself read them nowhere. */
  ownLists: z.array(resourceDescription),
})
export type AdminSession = z.infer<typeof adminSession>
