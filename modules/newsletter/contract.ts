import { z } from 'zod'
import { safeText } from '../../contract/text.ts'

/** POST /api/newsletter. The API parses `email` to its normalised form. */
export const newsletterRequest = z.object({ email: safeText(254) })
