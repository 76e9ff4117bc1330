/** Edit distance between words, and the known words nearest to a mistyped one. */

/** Errors allowed in a word of that length: one from four letters, two from six. */
export function errorsForgiven(length: number): number {
  return length >= 6 ? 2 : length >= 4 ? 1 : 0
}

/**
 * Below this length two errors are only allowed if the first letter is right, and not if two letters are
 * missing.
 */
const longWord = 8

const spellings: [written: RegExp, spoken: string][] = [
  [/ph/g, 'f'],
  [/ck|c|q/g, 'k'],
  [/x/g, 'ks'],
  [/z/g, 's'],
  [/w/g, 'v'],
  [/th/g, 't'],
  [/(?<letter>.)\k<letter>+/g, '$<letter>'],
]

/**
 * One spelling for letters that sound alike or are doubled: `knapcel` and `knappcell`, `ifone` and `iphone`.
 */
export function spokenForm(word: string): string {
  return spellings.reduce((form, [written, spoken]) => form.replace(written, spoken), word)
}

/**
 * Insertions, deletions, replacements and swaps of neighbouring letters between two words; `most + 1` if
 * there are more than `most`.
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
      const isSwap =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (isSwap) value = Math.min(value, before[j - 2]! + 1)
      row.push(value)
      if (value < least) least = value
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return last[b.length]!
}

/** The letters of a word as a bit mask; words that share few letters cannot be near. */
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
  /** spokenForm of each. */
  spoken: readonly string[]
  /** Number of products that have it. */
  counts: Int32Array
}

/**
 * The nearest known words, best first: fewest errors, same first letter, then the most common. Any number of
 * letters that only sound alike counts as one error. The typed word without its ending is not a correction:
 * `energi` is not a mistyped `energizer`.
 */
export function nearestWords(
  known: KnownWords,
  forms: readonly string[],
  most: number,
  limit: number,
): string[] {
  const ranks = new Map<string, number>()
  for (const form of forms) rankNear(known, form, most, ranks)
  return [...ranks]
    .sort(([, a], [, b]) => a - b)
    .slice(0, limit)
    .map(([word]) => word)
}

function rankNear(known: KnownWords, word: string, most: number, ranks: Map<string, number>): void {
  const mask = letterMask(word)
  const spoken = spokenForm(word)
  for (let index = 0; index < known.words.length; index++) {
    const other = known.words[index]!
    if (other === word) continue
    const soundsAlike = known.spoken[index] === spoken
    if (!soundsAlike && word.startsWith(other)) continue
    if (!soundsAlike && bits(known.masks[index]! ^ mask) > most * 2) continue
    if (!soundsAlike && Math.abs(other.length - word.length) > most) continue
    const errors = soundsAlike ? 1 : errorsBetween(word, other, most)
    if (errors > most) continue
    if (
      errors > 1 &&
      word.length < longWord &&
      (other[0] !== word[0] || Math.abs(other.length - word.length) > 1)
    )
      continue
    const rank = errors * 10 + (other[0] === word[0] ? 0 : 5) - Math.log10(1 + known.counts[index]!)
    ranks.set(other, Math.min(rank, ranks.get(other) ?? Infinity))
  }
}

const lookAlikes: Record<string, string> = { o: '0', 0: 'o', l: '1', i: '1', 1: 'l' }
const mostLookAlikes = 5

/** Variants of a designation with letters and digits that look alike swapped: `cr2o32` → `cr2032`, … */
export function lookAlikeForms(word: string): string[] {
  let forms = ['']
  let ambiguous = 0
  for (const letter of word) {
    const other = lookAlikes[letter]
    ambiguous += other === undefined ? 0 : 1
    const ways = other === undefined || ambiguous > mostLookAlikes ? [letter] : [letter, other]
    forms = forms.flatMap((form) => ways.map((way) => form + way))
  }
  return forms.filter((form) => form !== word)
}

/**
 * All strings one error away from a designation of capital letters and digits. `longestBeginning`: omits
 * strings that share a longer prefix than this with the code.
 */
export function oneErrorAway(code: string, longestBeginning: number): string[] {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
  const found = new Set<string>()
  for (let at = 0; at <= longestBeginning; at++) {
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
