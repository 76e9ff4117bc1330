import { z } from 'zod'
import { safeText } from '../../contract/text.ts'

/** POST /api/price-notices. The API parses `email` to its normalised form. */
export const priceNoticeRequest = z.object({ sku: safeText(200), email: safeText(254) })
