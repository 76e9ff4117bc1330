/** POST /api/vitals: how fast one page was for a visitor who allows statistics. */
import { z } from 'zod'

export const visitVitals = z.object({
  page: z.enum([
    'home',
    'category',
    'product',
    'search',
    'finder',
    'checkout',
    'receipt',
    'account',
    'content',
  ]),
  metrics: z
    .array(
      z.object({
        name: z.enum(['LCP', 'INP', 'CLS', 'TTFB']),
        /** Milliseconds; of CLS the sum of the layout shifts. */
        value: z.number().min(0).max(600_000),
      }),
    )
    .min(1)
    .max(4),
})
export type VisitVitals = z.infer<typeof visitVitals>
