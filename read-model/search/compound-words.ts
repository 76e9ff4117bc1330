/**
 * Compound words: split into words that products have, joined from two typed words, and recognised with a
 * mistyped part. Knows the linking letters of Scandinavian and German compounds, but no meanings.
 */
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { Wordings } from '../../domain/search/search-synonyms.ts'
import type { QueryWord } from '../../domain/search/search-words.ts'
import { joints, stemOf } from '../../domain/search/word-stems.ts'
import type { Vocabulary } from './vocabulary.ts'

/** `laddkabel` → `ladd`, `kabl`, if products have both; the split with the longest first part wins. */
export function splitCompound(folded: string, store: StoreCode, vocabulary: Vocabulary): string[] | null {
  for (let at = folded.length - 3; at >= 3; at--) {
    const tail = stemOf(folded.slice(at), store)
    if (!vocabulary.has(tail)) continue
    for (const joint of joints) {
      const head = folded.slice(0, at)
      if (!head.endsWith(joint) || head.length - joint.length < 3) continue
      const stem = stemOf(joint === '' ? head : head.slice(0, -joint.length), store)
      if (stem.length >= 3 && vocabulary.has(stem)) return [stem, tail]
    }
  }
  return null
}

/** Minimum letters of a mistyped last part; shorter ones are close to too many words. */
const shortestTail = 5
const shortestTailStem = 4

/** `billadder` → `bil`, `lad`: a compound that no product has, whose last part is one error from a word. */
export function nearCompound(
  folded: string,
  store: StoreCode,
  vocabulary: Vocabulary,
): { words: string[]; shown: string } | null {
  for (let at = folded.length - shortestTail; at >= 3; at--) {
    const head = folded.slice(0, at)
    const stem = stemOf(head, store)
    if (!vocabulary.has(stem)) continue
    const typed = stemOf(folded.slice(at), store)
    const [tail] = typed.length < shortestTailStem ? [] : vocabulary.nearest([typed], 1, 1)
    if (tail !== undefined && tail.length >= 3)
      return { words: [stem, tail], shown: head + vocabulary.shown(tail) }
  }
  return null
}

/** `iphone13` → `iphone`, `13`. */
export function splitDesignation(folded: string, store: StoreCode): Wordings {
  const parts = /^(\p{L}{3,})(\d+\p{L}?)$/u.exec(folded)
  return parts ? [[stemOf(parts[1]!, store), parts[2]!]] : []
}

/** Two words written as one, in either order if products have it: `ladegerät akku`, `cr 2032`. */
export function joinedWords(a: QueryWord, b: QueryWord, store: StoreCode, vocabulary: Vocabulary): Wordings {
  if (a.isMeasure || b.isMeasure) return []
  const hasDigits = [/\d/.test(a.folded), /\d/.test(b.folded)]
  if (hasDigits[0] || hasDigits[1]) {
    // `29 hd` is one designation if products have it, `13 batteri` a number and a thing.
    const isNumberFirst = /^\d+$/.test(a.folded)
    const whole = a.folded + b.folded
    const isDesignation =
      a.folded.length <= 5 && b.folded.length <= (isNumberFirst ? 3 : 8) && !(isNumberFirst && hasDigits[1])
    return isDesignation && vocabulary.hasDesignation(whole) ? [[whole]] : []
  }
  const found = new Set<string>()
  for (const [head, tail] of [
    [a.folded, b.folded],
    [a.text, b.folded],
    [b.folded, a.folded],
    [b.text, a.folded],
  ]) {
    for (const joint of joints) {
      const whole = stemOf(head + joint + tail, store)
      if (vocabulary.has(whole)) found.add(whole)
    }
  }
  return [...found].map((word) => [word])
}
