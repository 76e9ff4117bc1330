/**
 * Codes of gift cards: 80 bits, written as 16 characters that are not easily confused. A sold card's code is
 * derived from a key of the shop, the order and the line, so that the job that mails it is repeatable; the
 * database stores only a keyed digest. After a rotation of the secret both are still recognised under the
 * previous keys.
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
 * The possible codes of a sold card: first the one that a card issued now gets, then those under a previous
 * secret or from before keys were derived.
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

/** A random code, for cards that staff issue. */
export function randomCardCode(): string {
  return writeCode(randomBytes(10))
}

/** Of codes that a former shop has made, which an import takes over. */
const readable = `${alphabet}U`

/** Normalises a typed code, correcting common additions and confusions; null where it cannot be a code. */
export function readCardCode(text: string): string | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return letters.length === 16 && [...letters].every((letter) => readable.includes(letter)) ? letters : null
}

/** Digest under which a code is stored; `letters` as `readCardCode` returns them. */
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
