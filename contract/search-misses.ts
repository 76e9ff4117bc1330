/** POST /api/search-misses: a search that found nothing. */
import { z } from 'zod'

export const searchMiss = z.object({ query: z.string().max(200) })
export type SearchMiss = z.infer<typeof searchMiss>
