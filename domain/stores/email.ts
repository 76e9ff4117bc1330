/**
 * E-mail addresses (VALID-14): only what is surely wrong is refused; the mail itself proves the rest. Characters that an
 * address holds in quotes only (RFC 5321, section 4.1.2) and invisible ones are wrong: mail programs drop or quote them,
 * so that one mailbox would have any number of spellings.
 */

const pattern = /^[^\s@<>()[\]",;:\\\p{C}]+@[^\s@.<>()[\]",;:\\\p{C}]+(\.[^\s@.<>()[\]",;:\\\p{C}]+)+$/u

/** Whether the text, spaces around it aside, can be an e-mail address. */
export function isEmail(text: string): boolean {
  return pattern.test(text.trim())
}

/** The address as it is stored and compared: trimmed, in lower case; null where it is none. */
export function normalizeEmail(text: string): string | null {
  return isEmail(text) ? text.trim().toLowerCase() : null
}
