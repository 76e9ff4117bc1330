/** Normalises an e-mail address to its mailbox: limits count the mailbox, which has many spellings. */
import { domainToASCII } from 'node:url'

/**
 * The address without the parts its owner may vary: case, a `+` suffix of the local part, and the spelling of
 * an international domain. Only for counting; mails go to the address as given.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).replace(/(?<=.)\+.*$/s, '')
  const domain = email.slice(at + 1)
  return `${local}@${domainToASCII(domain) || domain}`.toLowerCase()
}
