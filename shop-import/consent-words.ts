/** Words by which systems say whether an address accepts a newsletter. Pure. */
import { readBoolean } from '../catalogue-import/boolean-words.ts'

/** Beside yes and no. */
const consents = new Map<string, boolean>([
  ['subscribed', true],
  ['active', true],
  ['not_subscribed', false],
  ['not subscribed', false],
  ['never_subscribed', false],
  ['never subscribed', false],
  ['unsubscribed', false],
  ['cleaned', false],
  ['bounced', false],
])

/** Null: the word says neither. */
export const readConsent = (text: string): boolean | null =>
  readBoolean(text) ?? consents.get(text.toLowerCase()) ?? null
