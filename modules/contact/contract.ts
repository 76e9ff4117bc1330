/** The contact form. Photos are uploaded one by one; then the message names them. */
import { z } from 'zod'
import { safeName, safeText } from '../../contract/text.ts'

/** Trimmed and not empty. */
const filledText = (longest: number) =>
  safeText(longest)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'Must not be empty')

/** POST /api/contact-photos; the body is the file. */
export const contactPhotoAnswer = z.object({
  id: z.uuid().meta({ description: 'Sent with the message, within a day' }),
})
export type ContactPhotoAnswer = z.infer<typeof contactPhotoAnswer>

/** POST /api/contact-messages. The API parses `email` to its normalised form. */
export const contactRequest = z.object({
  key: z.uuid().meta({ description: 'Sent again with the same key, it is one message' }),
  topic: z.enum(['order', 'product', 'return', 'business', 'other']),
  name: safeName(200)
    .transform((text) => text.trim())
    .refine((text) => text !== '', 'Must not be empty'),
  email: safeText(254),
  order_number: safeText(60)
    .transform((text) => text.trim())
    .default(''),
  message: filledText(4000),
  photos: z.array(z.uuid()).max(3).default([]).meta({ description: 'Ids of uploaded photos' }),
})
export type ContactRequest = z.input<typeof contactRequest>
export const contactAnswer = z.object({
  reference: z.string().meta({ description: 'Names the message in mails, e.g. K-7Q2M-94XD' }),
  email: z.string(),
})
export type ContactAnswer = z.infer<typeof contactAnswer>
