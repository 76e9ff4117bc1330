/** Mentions of staff in notes about orders. */
import { z } from 'zod'

/** Newest first, at most 20. */
export const mentionsAnswer = z.object({
  mentions: z.array(
    z.object({
      /** Of the note. */
      id: z.number(),
      order: z.string(),
      author: z.string(),
      body: z.string(),
      at: z.iso.datetime(),
      seen: z.boolean(),
    }),
  ),
})
export type Mentions = z.infer<typeof mentionsAnswer>

/** Whom a note about an order can mention. */
export const colleaguesAnswer = z.object({
  colleagues: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type Colleagues = z.infer<typeof colleaguesAnswer>
