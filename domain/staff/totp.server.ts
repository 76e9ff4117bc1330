/**
 * One-time codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds, which
 * every app supports.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const digits = 6
/** RFC 4226, section 4, recommends 160 bits. */
const secretBytes = 20
/** Steps before and after the current one that are accepted: clocks differ (RFC 6238, section 5.2). */
const drift = 1

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret, in base 32 (RFC 4648) without padding: 32 letters and digits. */
export function newTotpSecret(): string {
  const bits = [...randomBytes(secretBytes)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{5}/g, (five) => base32[Number.parseInt(five, 2)]!)
}

/** The address by which an app takes over the secret. */
export function totpUri(secret: string, email: string): string {
  const issuer = 'Anode'
  const query = new URLSearchParams({ secret, issuer })
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${query}`
}

/** The code of a step: the number of 30-second periods since 1970. */
export function totpCode(secret: string, step: number): string {
  const bits = [...secret].map((sign) => base32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step of an epoch time in milliseconds. */
export const totpStep = (at: number): number => Math.floor(at / stepMs)

/** A typed code without spaces; null where it cannot be one. */
export function readTotpCode(typed: string): string | null {
  const code = typed.replaceAll(/\s/g, '')
  return /^\d{6}$/.test(code) ? code : null
}

/**
 * The step whose code was typed; null where none near `now` (epoch ms) has it. `after`: the newest step that was
 * accepted before, so that no code is accepted twice.
 */
export function acceptedStep(
  secret: string,
  code: string,
  { now, after }: { now: number; after: number | null },
): number | null {
  const current = totpStep(now)
  const steps = Array.from({ length: 2 * drift + 1 }, (_, at) => current - drift + at)
  const found = steps.find((step) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)))
  return found === undefined || (after !== null && found <= after) ? null : found
}
