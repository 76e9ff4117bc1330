/** GET /api/experiments and POST /api/experiment-views (EVENT-11). */
import { z } from 'zod'
import { safeText } from '../../contract/text.ts'

const experiment = z.object({
  key: z.string(),
  variants: z.array(z.object({ key: z.string(), weight: z.number() })),
})
export const experimentsAnswer = z.array(experiment)

/** The variant of an experiment that a visitor saw. */
export const shownVariant = z.object({ experiment: safeText(60), variant: safeText(60) })

/** What a purchase event reports: the variants that the visit saw. */
export const purchaseFields = z.object({ variants: z.array(shownVariant).max(20).default([]) })
