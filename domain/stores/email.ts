/**
 * E-mail addresses (VALID-14): only definitely invalid ones are rejected; delivery proves the rest.
 * Characters that an address may contain only in quotes (RFC 5321, section 4.1.2) and invisible ones are
 * rejected: mail programs drop or quote them, so one mailbox would have any number of spellings.
 */

const pattern = /^[^\s@<>()[\]",;:\\\p{C}]+@[^\s@.<>()[\]",;:\\\p{C}]+(\.[^\s@.<>()[\]",;:\\\p{C}]+)+$/u

/** Whether the trimmed text can be an e-mail address. */
export function isEmail(text: string): boolean {
  return pattern.test(text.trim())
}

/** The normalised address, as it is stored and compared: trimmed, in lower case; null where it is invalid. */
export function normalizeEmail(text: string): string | null {
  return isEmail(text) ? text.trim().toLowerCase() : null
}
