/**
 * A pass for the shop's own people: it marks a browser as internal (CART-13), so that its visits can be told from
 * shoppers'. It opens no door and shows no data. Signed with a key of the shop, it says when it ends.
 */
import { isSignature, type Keyring } from '../keys/keyring.server.ts'

/** Longest a pass is given for, days. */
export const longestStaffPassDays = 365

/** A pass that holds until `expiresAt` (epoch ms): letters, digits, hyphens, underscores and a dot. */
export function issueStaffPass(keys: Keyring, expiresAt: number): string {
  return `${expiresAt.toString(36)}.${keys.digest('staff-pass', String(expiresAt)).toString('base64url')}`
}

/** When a genuine pass ends (epoch ms); null where it is none or has ended at `now`. */
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
