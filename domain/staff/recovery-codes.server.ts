/**
 * Recovery codes: ten single-use codes that replace a lost passkey or authenticator app, together with a
 * mailed link. A code has 80 random bits, so that its plain digest can be stored.
 */
import { randomInt } from 'node:crypto'

/** Letters and digits that are not mistaken for each other (Crockford's base 32). */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

const codeCount = 10
const groupLength = 4
const groupCount = 4

/** Ten new codes, as `7k3m-…` in four groups of four. */
export function newRecoveryCodes(): string[] {
  const sign = () => alphabet[randomInt(alphabet.length)]!
  const group = () => Array.from({ length: groupLength }, sign).join('')
  return Array.from({ length: codeCount }, () => Array.from({ length: groupCount }, group).join('-'))
}

/** A typed code in its stored form; null where it cannot be one. */
export function readRecoveryCode(typed: string): string | null {
  const signs = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  if (signs.length !== groupLength * groupCount || ![...signs].every((sign) => alphabet.includes(sign)))
    return null
  return signs.match(/.{4}/g)!.join('-')
}
