/**
 * Newsletter and stock notifications (CHROME-14, ROUTE-18, CARD-11). The API parses `email` to its normalised
 * form.
 */
import { z } from 'zod'
import { safeText } from './text.ts'

const email = safeText(254)

/** POST /api/newsletter */
export const newsletterRequest = z.object({ email })

/** POST /api/unsubscribe */
export const unsubscribeRequest = z.object({ email, token: z.string().max(200) })

/** POST /api/stock-notifications */
export const stockNotificationRequest = z.object({ sku: safeText(200), email })

/** POST /api/confirmations */
export const confirmationRequest = z.object({ token: z.string().max(200) })
export const confirmationAnswer = z.object({ purpose: z.enum(['newsletter', 'stock']) })
export type ConfirmationAnswer = z.infer<typeof confirmationAnswer>
