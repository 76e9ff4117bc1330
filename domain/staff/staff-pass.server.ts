/**
 * A pass for staff: it marks a browser as internal (CART-13), so that its visits can be distinguished from
 * shoppers'. It grants no access. Signed with a key of the shop; it contains its expiry.
 */
import { isSignature, type Keyring } from '../keys/keyring.server.ts'

/** Longest validity of a pass, in days. */
export const longestStaffPassDays = 365

/** A pass that is valid until `expiresAt` (epoch ms): letters, digits, hyphens, underscores and a dot. */
export function issueStaffPass(keys: Keyring, expiresAt: number): string {
  return `${expiresAt.toString(36)}.${keys.digest('staff-pass', String(expiresAt)).toString('base64url')}`
}

/** Expiry of a genuine pass (epoch ms); null where it is forged or has expired at `now`. */
export function readStaffPass(keys: Keyring, pass: string, now: number): number | null {
  const [, end, signed] = /^([0-9a-z]{1,12})\.([\w-]{43})$/.exec(pass) ?? []
  if (end === undefined || signed === undefined) return null
  const expiresAt = Number.parseInt(end, 36)
  if (expiresAt.toString(36) !== end) return null
  const signatures = [
    ...keys.digests('staff-pass', String(expiresAt)),
    ...keys.underivedDigests(`staff pass ${expiresAt}`),
  ]
  return isSignature(signatures, signed) && now < expiresAt ? expiresAt : null
}
