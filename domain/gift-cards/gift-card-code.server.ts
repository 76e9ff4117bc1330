/**
 * Codes of gift cards: 80 bits, written in 16 characters that cannot be mistaken for each other. A sold card's code
 * is derived from a key of the shop, the order and the line, so that the job that mails it may run again; the
 * database keeps only a keyed digest of it. After a rotation of the secret both are recognised under the previous keys.
 */
import { randomBytes } from 'node:crypto'
import type { Keyring } from '../keys/keyring.server.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Ten bytes as `XXXX-XXXX-XXXX-XXXX`. */
function writeCode(bytes: Uint8Array): string {
  let bits = 0n
  for (const byte of bytes.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte)
  const letters = Array.from(
    { length: 16 },
    (_, place) => alphabet[Number((bits >> BigInt(75 - place * 5)) & 31n)],
  )
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/**
 * The codes one sold card may have: first the one a card that is issued now gets, then those it may have been issued
 * with under a previous secret or before keys were derived.
 */
export function soldCardCodes(
  keys: Keyring,
  card: { orderId: number; lineUuid: string; unit: number },
): [string, ...string[]] {
  const text = `${card.orderId} ${card.lineUuid} ${card.unit}`
  const earlier = [
    ...keys.digests('gift-card-code', text).slice(1),
    ...keys.underivedDigests(`gift card ${text}`),
  ]
  return [writeCode(keys.digest('gift-card-code', text)), ...earlier.map(writeCode)]
}

/** A code that nothing leads to, for cards given by staff. */
export function randomCardCode(): string {
  return writeCode(randomBytes(10))
}

/** What was typed as a code without what people add or mistake; null where it can be none. */
export function readCardCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return letters.length === 16 && [...letters].every((letter) => alphabet.includes(letter)) ? letters : null
}

/** Digest a code is stored under; `letters` as `readCardCode` answers them. */
export function cardKey(keys: Keyring, letters: string): string {
  return keys.digest('gift-card', letters).toString('hex')
}

/** Digests a code may be stored under, the current one first. */
export function cardKeys(keys: Keyring, letters: string): string[] {
  const digests = [
    ...keys.digests('gift-card', letters),
    ...keys.underivedDigests(`gift card code ${letters}`),
  ]
  return digests.map((digest) => digest.toString('hex'))
}
