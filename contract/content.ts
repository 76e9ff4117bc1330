/** Texts, layout blocks, the deal, search hints, the next delivery (API-08, 10, 11, 24, 26). */
import { z } from 'zod'

/** GET /api/strings: key → ICU message in the store's language */
export const stringsAnswer = z.record(z.string(), z.string())

/** GET /api/widget-by-slug/:slug */
export const widgetAnswer = z.object({ content: z.string(), hidden: z.boolean() })

/** GET /api/search-triggers */
export const hintsQuery = z.object({ query: z.string() })
const hint = z.object({
  id: z.number(),
  hint: z.string(),
  url: z.string(),
  url_title: z.string(),
  redirect: z.boolean().meta({
    description: 'The term is exactly a word of the hint that leads to url at once, as its results page does',
  }),
})
export type SearchHint = z.infer<typeof hint>
export const hintsAnswer = z.array(hint)

/** GET /api/current-deal */
const deal = z.object({
  title: z.string(),
  product_name: z.string(),
  product_slug: z.string(),
  discount: z.number(),
  starts_at: z.string(),
  expires_at: z.string(),
})
export type DealAnswer = z.infer<typeof deal>
export const currentDealAnswer = deal.nullable()

/** GET /api/next-delivery */
export const nextDeliveryAnswer = z.object({ next_delivery: z.string() })
