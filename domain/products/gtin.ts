/** Global Trade Item Numbers (GS1 General Specifications, section 7.9). Pure. */

/** Whether a GTIN has 8, 12, 13 or 14 digits and the right check digit. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const digits = [...text].map(Number).toReversed()
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Lengths that a GTIN has. */
const lengths = [8, 12, 13, 14]

/** Without the zeros in front, which spreadsheets take from numbers. */
const plainGtin = (gtin: string): string => gtin.replace(/^0+/, '')

/** Whether two are the same number, with or without zeros in front. */
export const sameGtin = (a: string, b: string): boolean => plainGtin(a) === plainGtin(b)

/** A GTIN in all lengths in which it may be stored. */
export function gtinSpellings(gtin: string): string[] {
  const plain = plainGtin(gtin)
  return lengths.filter((length) => length >= plain.length).map((length) => plain.padStart(length, '0'))
}

/** A number that a spreadsheet may have taken the zeros from, as a GTIN; null: it is none. */
export function readGtin(text: string): string | null {
  const number = text.replace(/^\s*['’]/, '').trim()
  return /^\d{6,14}$/.test(number) && isGtin(number.padStart(14, '0')) ? number : null
}
