/**
 * Confirmations, notices about products, and which mails an address gets (ROUTE-18, CARD-11). The API parses `email` to
 * its normalised form.
 */
import { z } from 'zod'
import { entriesOf, namesOf } from '../modules/modules.ts'
import { mailTopic } from './mail-topics.ts'
import { safeText } from './text.ts'

const email = safeText(254)

const noticesOfModules = [...entriesOf('notices').keys()]

/** POST /api/unsubscribe */
export const unsubscribeRequest = z.object({ email, token: z.string().max(200) })

/** POST /api/confirmations */
export const confirmationRequest = z.object({ token: z.string().max(200) })
export const confirmationAnswer = z.object({ purpose: z.enum([...namesOf('optIns'), ...noticesOfModules]) })
export type ConfirmationAnswer = z.infer<typeof confirmationAnswer>

const noticeKind = z.enum(noticesOfModules)

/** GET /api/notices and GET /api/auth/notices: the newest first. */
export const noticesAnswer = z.array(
  z.object({
    kind: noticeKind,
    sku: z.string(),
    name: z.string(),
    state: z.enum(['active', 'mailed', 'expired']).meta({
      description:
        'mailed: a notice of stock was sent and the request is closed; expired: it ended without a mail',
    }),
    expires_at: z.string().meta({ description: 'When the request ends or ended' }),
  }),
)
export type NoticesAnswer = z.infer<typeof noticesAnswer>
/** DELETE /api/auth/notices/:kind/:sku */
export const noticeParams = z.object({ kind: noticeKind, sku: safeText(200) })
/** POST /api/notices/remove */
export const noticeRemovalRequest = noticeParams.extend({ email, token: z.string().max(200) })

const topicChoice = z.object({ topic: mailTopic, wanted: z.boolean() })
const choices = z.array(topicChoice).max(20)

/** GET /api/mail-preferences: the parameters of a link in a mail. */
export const mailPreferencesQuery = { email: safeText(254), token: z.string().max(200) }
/** PUT /api/mail-preferences */
export const mailPreferencesRequest = z.object({ ...mailPreferencesQuery, topics: choices })
/** PUT /api/auth/mail-preferences */
export const ownMailPreferencesRequest = z.object({ topics: choices })
/** The topics of the store in the order they are shown. */
export const mailPreferencesAnswer = z.object({
  topics: choices,
  confirmation_sent: z
    .boolean()
    .meta({ description: 'Newsletters start when the link that was just mailed is followed' }),
})
export type MailPreferencesAnswer = z.infer<typeof mailPreferencesAnswer>
