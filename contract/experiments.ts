/** GET /api/experiments (EVENT-11). */
import { z } from 'zod'

const experiment = z.object({
  key: z.string(),
  variants: z.array(z.object({ key: z.string(), weight: z.number() })),
})
export type ExperimentAnswer = z.infer<typeof experiment>
export const experimentsAnswer = z.array(experiment)
