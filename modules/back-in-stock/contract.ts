import { z } from 'zod'
import { safeText } from '../../contract/text.ts'

/** POST /api/stock-notifications. The API parses `email` to its normalised form. */
export const stockNotificationRequest = z.object({ sku: safeText(200), email: safeText(254) })
