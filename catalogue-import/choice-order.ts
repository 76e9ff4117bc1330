/** The order in which the values of a choice are shown: sizes of clothes, then numbers, then words. Pure. */

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** XS is before S, M, L, XL, 2XL; null: the text is no such size. */
function sizeRank(text: string): number | null {
  const match = /^(?:(\d{1,2})\s*-?\s*)?(x{0,6})(s|m|l)$/i.exec(text.trim())
  if (!match) return null
  const [, count, letters = '', base = ''] = match
  if (count !== undefined && letters.length !== 1) return null
  const steps = count === undefined ? letters.length : Number(count)
  if (/^m$/i.test(base)) return steps === 0 ? 0 : null
  return (/^s$/i.test(base) ? -1 : 1) * (1 + steps)
}

/** The number that the text begins with, as 5 of `5 stk`. */
function leadingNumber(text: string): number | null {
  const match = /^\s*(\d+(?:[.,]\d+)?)/.exec(text)
  return match ? Number(match[1]?.replace(',', '.')) : null
}

type Key = [kind: number, rank: number]

function keyOf(text: string): Key {
  const size = sizeRank(text)
  if (size !== null) return [0, size]
  const number = leadingNumber(text)
  return number === null ? [2, 0] : [1, number]
}

/** Compares two values of a choice. */
export function compareChoices(a: string, b: string): number {
  const [first, second] = [keyOf(a), keyOf(b)]
  return first[0] - second[0] || first[1] - second[1] || words.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
}
