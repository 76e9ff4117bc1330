/**
 * Passwords as WordPress keeps them, for customers of a WooCommerce shop.
 * https://make.wordpress.org/core/2025/02/17/wordpress-6-8-will-use-bcrypt-for-password-hashing/
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { compareSync } from 'bcryptjs'
import { phpassDigits, trimmedPassword } from './former-password.ts'

/** Longest password, in characters, as in WordPress. */
const longest = 4096

/**
 * Whether the password is that of the hash, which `isFormerHash` accepts. Keeps the processor busy for up to a second: call
 * it in a worker.
 */
export function isFormerPassword(hash: string, password: string): boolean {
  const given = trimmedPassword(password)
  if (given.length > longest) return false
  // WooCommerce passes what was typed on with the backslashes that WordPress adds to every form (addslashes of PHP).
  const slashed = given.replaceAll(/['"\\]/g, '\\$&').replaceAll('\0', '\\0')
  return isPlainMatch(hash, given) || (slashed !== given && isPlainMatch(hash, slashed))
}

function isPlainMatch(hash: string, given: string): boolean {
  if (hash.startsWith('$P$')) return timingSafeEqual(phpass(hash, given), Buffer.from(hash))
  if (!hash.startsWith('$wp$')) return compareSync(given, hash)
  const message = createHmac('sha384', 'wp-sha384').update(given).digest('base64')
  return compareSync(message, hash.slice('$wp'.length))
}

/** The hash of a password with the rounds and the salt of another hash. */
function phpass(setting: string, password: string): Buffer {
  const salt = setting.slice(4, 12)
  const message = Buffer.from(password)
  let hash = md5(Buffer.from(salt), message)
  for (let round = 2 ** phpassDigits.indexOf(setting[3]!); round > 0; round--) hash = md5(hash, message)
  return Buffer.from(setting.slice(0, 12) + encode64(hash))
}

const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest()

/** Three bytes as four digits, the lowest six bits first; the last byte has two. */
function encode64(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = [...bytes.subarray(at, at + 3)]
    let value = group.reduce((sum, byte, place) => sum | (byte << (8 * place)), 0)
    for (let digit = 0; digit <= group.length; digit++) {
      text += phpassDigits[value & 63]!
      value >>>= 6
    }
  }
  return text
}
