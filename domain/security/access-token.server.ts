/** Unguessable ids of single records: checkouts, access tokens of orders, tokens of return labels. */
import { randomBytes } from 'node:crypto'

/** 128 random bits in hex. */
export function randomToken(): string {
  return randomBytes(16).toString('hex')
}

/** Whether a text has the form of such a token. */
export function isToken(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
