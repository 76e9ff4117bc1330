import { z } from 'zod'
import { safeText } from '../contract/text.ts'
import { normalizeEmail } from '../domain/stores/email.ts'

/** An e-mail address in its stored form (VALID-14). At most 254 characters: RFC 5321. */
export const emailField = safeText(254).transform((text, context) => {
  const address = normalizeEmail(text)
  if (address !== null && address.length <= 254) return address
  context.addIssue({ code: 'custom', message: 'Not an e-mail address' })
  return z.NEVER
})
