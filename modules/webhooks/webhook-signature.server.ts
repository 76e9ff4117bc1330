/** Signatures of webhooks (Standard Webhooks 1.0, "Signature scheme" and "Webhook secrets"). */
import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'
/** The specification asks for 24 to 64 bytes. */
const secretBytes = 32

/** A new secret: `whsec_` and its bytes in base64. */
export const newSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`

/**
 * The headers of a message. `secrets`: the current one and, while it is replaced, the former one; a receiver accepts any of
 * the signatures. `at`: epoch milliseconds.
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signed.join(' '),
  }
}
