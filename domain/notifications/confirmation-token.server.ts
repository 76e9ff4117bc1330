/** The token of a confirmation link: the request's id and a signature over id and end. It names nobody. */
import { isSignature, type Keyring } from '../keys/keyring.server.ts'

const signed = (id: number, expiresAt: Date) => `${id} ${expiresAt.getTime()}`

export function confirmationToken(keys: Keyring, { id, expiresAt }: { id: number; expiresAt: Date }): string {
  const signature = keys.digest('confirmation-link', signed(id, expiresAt))
  return `${id.toString(36)}.${signature.toString('base64url')}`
}

/** The id a token claims; null: no token of ours looks like that. */
export function confirmationIdIn(token: string): number | null {
  const [, id] = /^([0-9a-z]{1,10})\.[\w-]{43}$/.exec(token) ?? []
  return id === undefined ? null : Number.parseInt(id, 36)
}

/** Whether the token was made for this request, also with a previous secret. */
export function isConfirmationToken(
  keys: Keyring,
  { id, expiresAt }: { id: number; expiresAt: Date },
  token: string,
): boolean {
  return isSignature(keys.digests('confirmation-link', signed(id, expiresAt)), token.split('.')[1] ?? '')
}
