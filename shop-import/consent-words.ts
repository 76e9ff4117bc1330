/** Columns and words by which systems say whether an address accepts a newsletter. Pure. */
import { readBoolean } from '../catalogue-import/boolean-words.ts'

/** Columns of lists of customers, in the languages of the stores and in English. */
export const newsletterColumns = [
  'Newsletter',
  'Newsletter (0/1)',
  'Nyhetsbrev',
  'Nyhedsbrev',
  'Accepts marketing',
  'Accepts email marketing',
] as const

/** Beside yes and no. */
const consents = new Map<string, boolean>([
  ['subscribed', true],
  ['not_subscribed', false],
  ['not subscribed', false],
  ['never_subscribed', false],
  ['never subscribed', false],
  ['unsubscribed', false],
  ['cleaned', false],
  ['bounced', false],
  ['inactive', false],
])

/** Null: the word says neither. */
export const readConsent = (text: string): boolean | null =>
  readBoolean(text) ?? consents.get(text.toLowerCase()) ?? null
