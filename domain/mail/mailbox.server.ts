/** One mailbox has many spellings: limits count the mailbox. */
import { domainToASCII } from 'node:url'

/**
 * The address without what its owner may choose freely: case, what follows a `+` in the local part, and how an
 * international domain is written. Only for counting; mails go to the address as it was given.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).replace(/(?<=.)\+.*$/s, '')
  const domain = email.slice(at + 1)
  return `${local}@${domainToASCII(domain) || domain}`.toLowerCase()
}
