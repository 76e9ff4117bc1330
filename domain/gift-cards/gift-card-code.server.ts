/**
 * Codes of gift cards: 80 bits, written in 16 characters that cannot be mistaken for each other. A sold card's code
 * follows from the shop's secret, the order and the line, so that the job that mails it may run again; the
 * database keeps only a keyed hash of it.
 */
import { createHmac, randomBytes } from 'node:crypto'

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

/** The code of one sold card. */
export function soldCardCode(
  secret: string,
  card: { orderId: number; lineUuid: string; unit: number },
): string {
  const { orderId, lineUuid, unit } = card
  return writeCode(createHmac('sha256', secret).update(`gift card ${orderId} ${lineUuid} ${unit}`).digest())
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

/** Under what a code is stored; `letters` as `readCardCode` answers them. */
export function cardKey(secret: string, letters: string): string {
  return createHmac('sha256', secret).update(`gift card code ${letters}`).digest('hex')
}
