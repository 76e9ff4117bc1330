/** Tokens of sessions, mails and links: 256 random bits; stored as a digest, so that a stolen table opens nothing. */
import { createHash, randomBytes } from 'node:crypto'

/** 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text can be such a token at all. */
export function isAccountToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** What is stored of a token. It is random enough that a plain digest cannot be turned back. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
