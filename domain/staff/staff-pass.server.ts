/**
 * A pass for the shop's own people: it marks a browser as internal (CART-13), so that its visits can be told from
 * shoppers'. It opens no door and shows no data. Signed with the shop's secret, it says when it ends.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Longest a pass is given for, days. */
export const longestStaffPassDays = 365

function signature(secret: string, expiresAt: number): string {
  return createHmac('sha256', secret).update(`staff pass ${expiresAt}`).digest('base64url')
}

/** A pass that holds until `expiresAt` (epoch ms): letters, digits, hyphens, underscores and a dot. */
export function issueStaffPass(secret: string, expiresAt: number): string {
  return `${expiresAt.toString(36)}.${signature(secret, expiresAt)}`
}

/** When a genuine pass ends (epoch ms); null where it is none or has ended at `now`. */
export function readStaffPass(secret: string, pass: string, now: number): number | null {
  const [, end, signed] = /^([0-9a-z]{1,12})\.([\w-]{43})$/.exec(pass) ?? []
  if (end === undefined || signed === undefined) return null
  const expiresAt = Number.parseInt(end, 36)
  if (expiresAt.toString(36) !== end) return null
  const expected = Buffer.from(signature(secret, expiresAt))
  return timingSafeEqual(expected, Buffer.from(signed)) && now < expiresAt ? expiresAt : null
}
