/**
 * Tokens of sessions, mails and links: 256 random bits. Only a digest is stored, so that a leaked table
 * contains no usable token.
 */
import { createHash, randomBytes } from 'node:crypto'

/** 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of such a token. */
export function isAccountToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** The stored digest of a token. The token has enough entropy that a plain digest cannot be reversed. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
