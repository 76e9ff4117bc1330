/** Messages of the contact form as staff see them. */
import { z } from 'zod'
import { contactRequest } from './contract.ts'
import { safeText } from '../../contract/text.ts'
import { timelineEntry } from '../../contract/admin/orders.ts'

const { topic } = contactRequest.shape
const status = z.enum(['open', 'answered', 'closed'])

export const messagePage = z.object({
  /** K-7Q2M-94XD */
  reference: z.string(),
  store: z.string(),
  receivedAt: z.iso.datetime(),
  status,
  topic,
  name: z.string(),
  email: z.string(),
  /** As the sender wrote it; may be empty. */
  orderNumber: z.string(),
  message: z.string(),
  /** Ids. */
  photos: z.array(z.string()),
  /** The order of the store that has the number; null: none. */
  order: z.string().nullable(),
  /** Whether the order was placed with the sender's address; null without an order. */
  isOrdersEmail: z.boolean().nullable(),
  /** The last change of the status; null: as the message was received. */
  statusChangedAt: z.iso.datetime().nullable(),
  statusChangedBy: z.string().nullable(),
  /** Oldest first. */
  answers: z.array(
    z.object({
      id: z.number(),
      author: z.string(),
      body: z.string(),
      writtenAt: z.iso.datetime(),
      /** Null: its mail has not been sent yet. */
      sentAt: z.iso.datetime().nullable(),
    }),
  ),
  timeline: z.array(timelineEntry),
})

export const messageParams = z.object({ reference: z.string().regex(/^K-[2-9A-Z]{4}-[2-9A-Z]{4}$/) })
export const messagePhotoParams = messageParams.extend({ photo: z.uuid() })

/** `key`: a repeated request sends nothing again. */
export const messageAnswerBody = z.strictObject({
  key: z.uuid(),
  body: safeText(8000)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'Must not be empty'),
})

/** `answered`: elsewhere, by telephone for example. */
export const messageStatusBody = z.strictObject({ status })
