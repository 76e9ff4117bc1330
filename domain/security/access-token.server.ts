/** Unguessable names of single records: ids of checkouts, access tokens of orders, tokens of return labels. */
import { randomBytes } from 'node:crypto'

/** 128 random bits in hex. */
export function randomToken(): string {
  return randomBytes(16).toString('hex')
}

/** Whether a text can be such a token at all. */
export function isToken(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
