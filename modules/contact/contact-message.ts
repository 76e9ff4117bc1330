/** A message of the contact form (decision 99). */

export const contactTopics = ['order', 'product', 'return', 'business', 'other'] as const
export type ContactTopic = (typeof contactTopics)[number]

/** Characters. */
export const longestMessage = 4000

/** Photos of one message. */
export const mostContactPhotos = 3

export interface ContactMessage {
  topic: ContactTopic
  name: string
  /** As `normalizeEmail` returns it. */
  email: string
  /** As the sender wrote it; may be empty. */
  orderNumber: string
  message: string
}

/** `answered`: by a mail of the back office, or elsewhere. `closed`: it needs no answer. */
export const contactStatuses = ['open', 'answered', 'closed'] as const
export type ContactStatus = (typeof contactStatuses)[number]
