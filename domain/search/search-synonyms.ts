/**
 * Synonyms of query words: the many names of cells, names of product kinds, and the store's own synonyms.
 * Finds the longest run of words that has a synonym. Independent of products.
 */
import type { StoreCode } from '../stores/stores.ts'
import { coinName, equalCells, equalChemistries } from './cell-designations.ts'
import { equalKinds } from './kind-names.ts'
import { queryWords } from './search-words.ts'
import { joints } from './word-stems.ts'

/** A row of the store's own synonym table. */
export interface SearchSynonym {
  store: StoreCode
  /** The term that shoppers type. */
  term: string
  /** The term used in the catalogue. */
  means: string
  /** Whether the synonym works in both directions. */
  bothWays: boolean
}

/** Alternatives; each is a list of words that must all be present. */
export type Wordings = string[][]

export interface Synonyms {
  /** The longest run of words, starting at `at`, that has synonyms. */
  find(words: readonly string[], at: number): { length: number; wordings: Wordings } | null
}

const longestTerm = 4

/** The term that two typed words form together: `mobil laddare` is `mobilladdare`. */
function compoundIn(table: ReadonlyMap<string, unknown>, head: string, tail: string): string | null {
  if (head.length < 3 || tail.length < 3 || /\d/.test(head + tail)) return null
  const found = joints.map((joint) => head + joint + tail).find((whole) => table.has(whole))
  return found ?? null
}

/** Synonyms of a store: its own and the common ones. */
export function createSynonyms(store: StoreCode, own: readonly SearchSynonym[]): Synonyms {
  const table = new Map<string, Map<string, string[]>>()
  const compared = (term: string) => queryWords(term, store).map((word) => word.text)
  const add = (term: string, means: string) => {
    const from = compared(term)
    const to = compared(means)
    if (from.length === 0 || to.length === 0 || from.length > longestTerm) return
    const key = from.join(' ')
    if (key === to.join(' ')) return
    let wordings = table.get(key)
    if (!wordings) table.set(key, (wordings = new Map()))
    wordings.set(to.join(' '), to)
  }
  for (const line of [...equalCells, ...equalChemistries, ...equalKinds]) {
    const [equal = [], leading = []] = line.split(' < ').map((names) => names.split(/, /))
    for (const name of [...equal, ...leading]) for (const other of equal) add(name, other)
  }
  for (const synonym of own) {
    if (synonym.store !== store) continue
    const others = [...(table.get(compared(synonym.means).join(' '))?.values() ?? [])]
    add(synonym.term, synonym.means)
    // The meaning of a synonym has synonyms of its own.
    for (const other of others) add(synonym.term, other.join(' '))
    if (synonym.bothWays) add(synonym.means, synonym.term)
  }
  return {
    find(words, at) {
      for (let length = Math.min(longestTerm, words.length - at); length > 0; length--) {
        const run = words.slice(at, at + length)
        const wordings = table.get(run.join(' '))
        if (wordings) return { length, wordings: [...wordings.values()] }
        const joined = length === 2 ? compoundIn(table, run[0]!, run[1]!) : null
        if (joined !== null) return { length, wordings: [[joined], ...table.get(joined)!.values()] }
      }
      const coin = coinName(words[at] ?? '')
      return coin ? { length: 1, wordings: [[coin], ...(table.get(coin)?.values() ?? [])] } : null
    },
  }
}
