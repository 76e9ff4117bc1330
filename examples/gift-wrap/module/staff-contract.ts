/** What the staff routes of the module take and answer. */
import { z } from 'zod'

export const orderParams = z.object({ number: z.string().max(40) })

export const orderWrapping = z.object({
  /** Each with how many; empty: the order has none. */
  wrapping: z.array(z.string()),
  /** ISO 8601; null: not yet. */
  wrapped_at: z.string().nullable(),
})
export type OrderWrapping = z.infer<typeof orderWrapping>

export const summaryParams = z.object({ store: z.string().max(10) })

/** The wrapping that the orders of a store wait for. */
export const summaryAnswer = z.object({
  rows: z.array(z.object({ wrapping: z.string(), orders: z.number() })),
})
export type SummaryAnswer = z.infer<typeof summaryAnswer>

export const doneAnswer = z.object({ done: z.literal(true) })
