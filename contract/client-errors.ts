/** POST /captuerr (API-28). */
import { z } from 'zod'

export const clientErrorReport = z.object({
  error: z.string().max(2000),
  level: z.string().max(20),
  stack: z.string().max(8000).nullish(),
  userAgent: z.string().max(500).nullish(),
  url: z.string().max(2000),
})
