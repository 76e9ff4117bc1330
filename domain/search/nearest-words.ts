/** How many typing errors lie between two words, and which known words are nearest to a mistyped one. */

/** Errors forgiven in a word of that length: one from four letters, two from eight. */
export function errorsForgiven(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0
}

/**
 * Insertions, deletions, replacements and swaps of neighbours between two words; `most + 1` where there are
 * more than `most`.
 */
export function errorsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let value = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a.charCodeAt(i - 1) === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (isSwap) value = Math.min(value, before[j - 2]! + 1)
      row.push(value)
      if (value < least) least = value
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return last[b.length]!
} // prettier-ignore

/** Which letters a word has, one bit each; words that share few cannot be near. */
export function letterMask(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index++) mask |= 1 << (word.charCodeAt(index) % 31)
  return mask
}

function bits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1
  return count
}

export interface KnownWords {
  words: readonly string[]
  /** letterMask of each. */
  masks: Int32Array
  /** How many products have it. */
  counts: Int32Array
}

/** The nearest known words, best first: fewest errors, same first letter, then the most common. */
export function nearestWords(known: KnownWords, word: string, most: number, limit: number): string[] {
  const mask = letterMask(word)
  const found: { word: string; rank: number }[] = []
  for (let index = 0; index < known.words.length; index++) {
    if (bits(known.masks[index]! ^ mask) > most * 2) continue
    const other = known.words[index]!
    if (Math.abs(other.length - word.length) > most || other === word) continue
    const errors = errorsBetween(word, other, most)
    if (errors > most) continue
    const rank = errors * 10 + (other[0] === word[0] ? 0 : 5) - Math.log10(1 + known.counts[index]!)
    found.push({ word: other, rank })
  }
  return found
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map((each) => each.word)
}

/** All strings one error away from a designation of capital letters and digits. */
export function oneErrorAway(code: string): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  const found = new Set<string>()
  for (let at = 0; at <= code.length; at++) {
    const head = code.slice(0, at)
    const tail = code.slice(at)
    if (tail !== '') found.add(head + tail.slice(1))
    if (tail.length > 1) found.add(head + tail[1]! + tail[0]! + tail.slice(2))
    for (const letter of letters) {
      found.add(head + letter + tail)
      if (tail !== '') found.add(head + letter + tail.slice(1))
    }
  }
  found.delete(code)
  return [...found]
}
