/** Normalises an e-mail address to its mailbox: limits count the mailbox, which has many spellings. */
import { domainToASCII } from 'node:url'

/** Domains whose mailboxes ignore dots (https://support.google.com/mail/answer/7436150). */
const ignoringDots: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com'])

/**
 * The address without the parts its owner may vary: case, a `+` suffix of the local part, the spelling of an
 * international domain, and dots where the provider ignores them. It is the identity of a customer without an
 * account, for limits of coupons, credit and mails; mails go to the address as given.
 */
export function mailboxOf(email: string): string {
  const mailbox = formerMailboxOf(email)
  const at = mailbox.lastIndexOf('@')
  if (!ignoringDots.has(mailbox.slice(at + 1))) return mailbox
  return `${mailbox.slice(0, at).replaceAll('.', '')}@gmail.com`
}

/** The mailbox as earlier releases counted it, with its dots. */
export function formerMailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).replace(/(?<=.)\+.*$/s, '')
  const domain = email.slice(at + 1)
  return `${local}@${domainToASCII(domain) || domain}`.toLowerCase()
}
