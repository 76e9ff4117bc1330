/**
 * Tokens of links in mails: the id of a stored row, and a signature over id and expiry. They contain no
 * address. The row says whether the link was used.
 */
import { isSignature, type Keyring, type KeyPurpose } from './keyring.server.ts'

/** The row a link is for. */
export interface LinkSubject {
  id: number
  expiresAt: Date
}

const signed = ({ id, expiresAt }: LinkSubject) => `${id} ${expiresAt.getTime()}`

export function linkToken(keys: Keyring, purpose: KeyPurpose, subject: LinkSubject): string {
  const signature = keys.digest(purpose, signed(subject))
  return `${subject.id.toString(36)}.${signature.toString('base64url')}`
}

/** The id in a token; null: not one of our tokens. */
export function idInLinkToken(token: string): number | null {
  const [, id] = /^([0-9a-z]{1,10})\.[\w-]{43}$/.exec(token) ?? []
  return id === undefined ? null : Number.parseInt(id, 36)
}

/** Whether the token belongs to this row, also under a previous secret. */
export function isLinkToken(
  keys: Keyring,
  purpose: KeyPurpose,
  subject: LinkSubject,
  token: string,
): boolean {
  return isSignature(keys.digests(purpose, signed(subject)), token.split('.')[1] ?? '')
}
