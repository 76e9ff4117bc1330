/** Harbour Pay signs what it reports: `t=SECONDS,v1=HEX`, the HMAC-SHA256 of `SECONDS.BODY`. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** An older report is refused: somebody may have recorded it. */
const toleranceSeconds = 300

export const signatureHeader = 'x-harbour-signature'

const digestOf = (secret: string, seconds: number, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()

export const sign = (secret: string, body: Uint8Array, seconds: number): string =>
  `t=${seconds},v1=${digestOf(secret, seconds, body).toString('hex')}`

export function isSigned(
  secret: string,
  { header, body, now }: { header: string | undefined; body: Uint8Array; now: number },
): boolean {
  const [, time = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false
  const digest = Buffer.from(hex, 'hex')
  return digest.length === 32 && timingSafeEqual(digest, digestOf(secret, Number(time), body))
}
