/**
 * The token of a confirmation link: the request's id, and a signature over id and expiry. It contains no
 * address.
 */
import { isSignature, type Keyring } from '../keys/keyring.server.ts'

const signed = (id: number, expiresAt: Date) => `${id} ${expiresAt.getTime()}`

export function confirmationToken(keys: Keyring, { id, expiresAt }: { id: number; expiresAt: Date }): string {
  const signature = keys.digest('confirmation-link', signed(id, expiresAt))
  return `${id.toString(36)}.${signature.toString('base64url')}`
}

/** The id in a token; null: not one of our tokens. */
export function confirmationIdIn(token: string): number | null {
  const [, id] = /^([0-9a-z]{1,10})\.[\w-]{43}$/.exec(token) ?? []
  return id === undefined ? null : Number.parseInt(id, 36)
}

/** Whether the token belongs to this request, also under a previous secret. */
export function isConfirmationToken(
  keys: Keyring,
  { id, expiresAt }: { id: number; expiresAt: Date },
  token: string,
): boolean {
  return isSignature(keys.digests('confirmation-link', signed(id, expiresAt)), token.split('.')[1] ?? '')
}
