/** GET /api/experiments and POST /api/experiment-views (EVENT-11). */
import { z } from 'zod'

const experiment = z.object({
  key: z.string(),
  variants: z.array(z.object({ key: z.string(), weight: z.number() })),
})
export const experimentsAnswer = z.array(experiment)

/** The variant of an experiment that a visitor saw. */
export const shownVariant = z.object({ experiment: z.string().max(60), variant: z.string().max(60) })
