/** Harbour Post signs what it reports: the HMAC-SHA256 of the body, in hexadecimal. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export const signatureHeader = 'x-harbour-signature'

const digestOf = (secret: string, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(body).digest()

export const sign = (secret: string, body: Uint8Array): string => digestOf(secret, body).toString('hex')

/** Without a secret nothing is signed. */
export function isSigned(secret: string, header: string | undefined, body: Uint8Array): boolean {
  const given = Buffer.from(/^[0-9a-f]{64}$/.exec(header ?? '')?.[0] ?? '', 'hex')
  return secret !== '' && given.length === 32 && timingSafeEqual(given, digestOf(secret, body))
}
