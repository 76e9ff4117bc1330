/**
 * Decides what a query asks for: every typed word becomes a group of ways to say it (its stem, its beginning,
 * synonyms, compounds joined and split, corrections of unknown words). Builds full-text expressions from
 * words of letters and digits only; never looks at products.
 */
import type { StoreCode } from '../stores/stores.ts'
import { errorsForgiven } from './nearest-words.ts'
import type { Synonyms, Wordings } from './search-synonyms.ts'
import { queryWords, sameMeasures, type QueryWord } from './search-words.ts'
import { stemOf } from './word-stems.ts'

/** The words that the store's products have, all as stems. */
export interface Vocabulary {
  has(stem: string): boolean
  /** Whether a word begins so. */
  hasBeginning(beginning: string): boolean
  /** Compounds that end with the stem, the most common first. */
  endingWith(stem: string, limit: number): string[]
  /** The nearest words within so many errors, best first. */
  nearest(stem: string, errors: number, limit: number): string[]
  /** A stem as people write it. */
  shown(stem: string): string
}

/** One or two typed words with all ways to say them. */
export interface QueryGroup {
  strict: Wordings
  /** Looser ways, used when the strict ones find little. */
  wide: Wordings
  /** Parts of a compound by themselves, for when nothing else is found. */
  loose: Wordings
  /** Groups whose words together are another way to say this. */
  parts: QueryGroup[]
}

export interface QueryPlan {
  words: QueryWord[]
  groups: QueryGroup[]
  /** The query with mistyped words replaced; null where all words are known. */
  corrected: string | null
}

const stopWords: Record<StoreCode, Set<string>> = {
  sv: wordSet('till for och med i en ett av pa som den det min fran passar the for to with and of'),
  no: wordSet('til for og med i en et av pa som den det min fra passer the to with and of'),
  de: wordSet('fur und mit in ein eine einen der die das den dem zu zum zur von mein meine im am passend the for to with and of'),
  da: wordSet('til for og med i en et af pa som den det min fra passer the to with and of'),
} // prettier-ignore

function wordSet(list: string): Set<string> {
  return new Set(list.split(' '))
}

const mostCompounds = 8
/** What joins the parts of a compound: ladd-kabel, hörapparat-s-batteri, lade-e-kabel. */
const joints = ['', 's', 'e', 'n', 'en', 'es']

/** Reads a query; no groups where it holds no word. */
export function planQuery(
  query: string,
  store: StoreCode,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
): QueryPlan {
  const all = queryWords(query, store)
  const asked = all.filter((word) => !stopWords[store].has(word.folded))
  const words = asked.length > 0 ? asked : all
  const texts = words.map((word) => word.text)
  const groups: QueryGroup[] = []
  const better: string[] = []
  let isCorrected = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const isLast = at === words.length - 1
    const same = synonyms.find(texts, at)
    if (same && !isOrdinary(words, at, same.length)) {
      groups.push(synonymGroup(words.slice(at, at + same.length), same.wordings, at + same.length === words.length))
      better.push(...words.slice(at, at + same.length).map((each) => each.typed))
      at += same.length - 1
      continue
    }
    const single = knownGroup(word, isLast, store, vocabulary, synonyms, same?.wordings)
    if (single.correction !== null) isCorrected = true
    const next = words[at + 1]
    const joined = next ? joinedWords(word, next, store, vocabulary) : []
    if (next && joined.length > 0 && isFree(words, texts, at + 1, synonyms)) {
      const other = knownGroup(next, at + 1 === words.length - 1, store, vocabulary, synonyms, synonyms.find(texts, at + 1)?.wordings)
      groups.push({ strict: joined, wide: joined, loose: [], parts: [single.group, other.group] })
      better.push(single.correction ?? word.typed, other.correction ?? next.typed)
      if (other.correction !== null) isCorrected = true
      at += 1
      continue
    }
    groups.push(single.group)
    better.push(single.correction ?? word.typed)
  }
  return { words, groups, corrected: isCorrected ? better.join(' ') : null }
} // prettier-ignore

/** A word of letters like any other, whose synonyms come on top of its compounds and beginnings. */
function isOrdinary(words: readonly QueryWord[], at: number, length: number): boolean {
  return length === 1 && /^[^\d]{4,}$/.test(words[at]!.folded)
}

function isFree(words: readonly QueryWord[], texts: readonly string[], at: number, synonyms: Synonyms): boolean {
  const same = synonyms.find(texts, at)
  return same === null || isOrdinary(words, at, same.length)
} // prettier-ignore

/** A word's own ways, with its synonyms or those of what it is corrected to. */
function knownGroup(
  word: QueryWord,
  isLast: boolean,
  store: StoreCode,
  vocabulary: Vocabulary,
  synonyms: Synonyms,
  wordings: Wordings | undefined,
): { group: QueryGroup; correction: string | null } {
  const single = wordGroup(word, isLast, store, vocabulary, wordings !== undefined)
  const near = single.correction === null ? undefined : single.group.strict.at(-1)
  const more = wordings ?? (near && synonyms.find(near, 0)?.wordings) ?? []
  single.group.strict.push(...more)
  single.group.wide.splice(single.group.strict.length - more.length, 0, ...more)
  return single
}

function synonymGroup(words: readonly QueryWord[], wordings: Wordings, isLast: boolean): QueryGroup {
  const own = words.map((word) => word.text)
  const last = words.at(-1)!
  const strict = [own, ...wordings]
  if (isLast && last.folded.length >= 4 && !/\d/.test(last.folded))
    strict.push([...own.slice(0, -1), `${last.folded}*`])
  return { strict, wide: strict, loose: [], parts: [] }
}

function wordGroup(
  word: QueryWord,
  isLast: boolean,
  store: StoreCode,
  vocabulary: Vocabulary,
  hasSynonyms: boolean,
): { group: QueryGroup; correction: string | null } {
  const strict: Wordings = [[word.text]]
  if (word.isMeasure) {
    strict.push(...sameMeasures(word.text).map((each) => [each]))
    // `7 Ah` is also said of 7,2 Ah.
    const whole = /^(\d+)m?ah$/.exec(word.text)?.[1]
    const wide = whole ? [...strict, [`${whole}d*`]] : [...strict]
    return { group: { strict, wide, loose: [], parts: [] }, correction: null }
  }
  const isNumber = /^\d+(?:d\d+)?$/.test(word.folded)
  const beginning = `${word.folded}*`
  // Beginnings of long numbers are looked up among the article numbers.
  const isLong = isNumber && word.folded.length >= 7
  if (isLast && !isLong && word.folded.length >= (isNumber ? 3 : 2)) strict.push([beginning])
  if (/\d/.test(word.folded)) {
    const wide = isNumber ? [...strict] : [...strict, [beginning], ...splitDesignation(word.folded, store)]
    return { group: { strict, wide, loose: [], parts: [] }, correction: null }
  }
  const compounds =
    word.text.length >= 4 ? vocabulary.endingWith(word.text, mostCompounds).map((each) => [each]) : []
  const split = word.folded.length >= 7 ? splitCompound(word.folded, store, vocabulary) : null
  const wide = [...strict, ...compounds]
  if (word.folded.length >= 3) wide.push([beginning])
  if (split) wide.push(split)
  const loose = split ? split.map((part) => [part]) : []
  if (hasSynonyms || vocabulary.has(word.text))
    return { group: { strict, wide, loose, parts: [] }, correction: null }
  const more = unknownWord(word, split, compounds, vocabulary)
  return {
    group: { strict: [...strict, ...more.wordings], wide: [...wide, ...more.wordings], loose, parts: [] },
    correction: more.correction,
  }
}

/** A word that no product has by itself: part of a compound, not yet whole, or mistyped. */
function unknownWord(
  word: QueryWord,
  split: string[] | null,
  compounds: Wordings,
  vocabulary: Vocabulary,
): { wordings: Wordings; correction: string | null } {
  const wordings: Wordings = [...compounds]
  if (word.folded.length >= 3 && vocabulary.hasBeginning(word.folded)) wordings.push([`${word.folded}*`])
  if (wordings.length > 0) return { wordings, correction: null }
  const errors = errorsForgiven(word.folded.length)
  // One error in a long word is likelier than a compound nobody sells or an ending yet to come.
  const slips = word.folded.length >= 6 ? vocabulary.nearest(word.text, 1, 2) : []
  if (slips[0] !== undefined) return correctedTo(slips, vocabulary)
  if (split) wordings.push(split)
  for (let cut = 1; cut <= 3 && word.folded.length - cut >= 4; cut++) {
    const shorter = word.folded.slice(0, -cut)
    if (vocabulary.has(shorter)) wordings.push([shorter])
  }
  if (wordings.length > 0 || errors === 0) return { wordings, correction: null }
  return correctedTo(vocabulary.nearest(word.text, errors, 2), vocabulary)
}

function correctedTo(near: readonly string[], vocabulary: Vocabulary): { wordings: Wordings; correction: string | null } {
  const best = near[0]
  return { wordings: near.map((each) => [each]), correction: best === undefined ? null : vocabulary.shown(best) }
} // prettier-ignore

/** `laddkabel` → `ladd`, `kabl`, where products have both; the split with the longest first part wins. */
function splitCompound(folded: string, store: StoreCode, vocabulary: Vocabulary): string[] | null {
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

/** `iphone13` → `iphone`, `13`. */
function splitDesignation(folded: string, store: StoreCode): Wordings {
  const parts = /^(\p{L}{3,})(\d+\p{L}?)$/u.exec(folded)
  return parts ? [[stemOf(parts[1]!, store), parts[2]!]] : []
}

/** Two words written as one, in either order where products say it so: `ladegerät akku`, `cr 2032`. */
function joinedWords(a: QueryWord, b: QueryWord, store: StoreCode, vocabulary: Vocabulary): Wordings {
  if (a.isMeasure || b.isMeasure) return []
  const hasDigits = [/\d/.test(a.folded), /\d/.test(b.folded)]
  if (hasDigits[0] || hasDigits[1]) {
    const isDesignation = a.folded.length <= 5 && b.folded.length <= 8 && !(/^\d+$/.test(a.folded) && hasDigits[1])
    return isDesignation ? [[a.folded + b.folded]] : []
  }
  const found = new Set<string>()
  for (const [head, tail] of [[a.folded, b.folded], [a.text, b.folded], [b.folded, a.folded], [b.text, a.folded]]) {
    for (const joint of joints) {
      const whole = stemOf(head + joint + tail, store)
      if (vocabulary.has(whole)) found.add(whole)
    }
  }
  return [...found].map((word) => [word])
} // prettier-ignore

export type Breadth = 'strict' | 'wide' | 'loose'

function groupExpression(group: QueryGroup, breadth: Breadth): string {
  const ways = new Set(
    (breadth === 'loose' ? [...group.wide, ...group.loose] : group[breadth]).map(wordingExpression),
  )
  if (group.parts.length > 0)
    ways.add(`(${group.parts.map((part) => groupExpression(part, breadth)).join(' AND ')})`)
  return ways.size === 1 ? [...ways][0]! : `(${[...ways].join(' OR ')})`
}

function wordingExpression(wording: readonly string[]): string {
  const words = wording.map((word) => (word.endsWith('*') ? `"${word.slice(0, -1)}"*` : `"${word}"`))
  return words.length === 1 ? words[0]! : `(${words.join(' AND ')})`
}

/** Asks for all words. */
export function matchAll(groups: readonly QueryGroup[], breadth: Breadth): string {
  return groups.map((group) => groupExpression(group, breadth)).join(' AND ')
}

/**
 * Expressions from sure to less sure for all words where a thing is named, one of them as what it is.
 * `makers`: words of makers' names, whose own products come first.
 */
export function matchHeads(groups: readonly QueryGroup[], makers: ReadonlySet<string>): string[] {
  const expressions = groups.map((group) => groupExpression(group, 'strict'))
  const any = expressions.join(' OR ')
  if (expressions.length === 1) return [`{kinds} : (${any})`, `{heads kinds} : (${any})`]
  const all = expressions.join(' AND ')
  const wholly = `{kinds name brand codes} : (${all}) AND {heads kinds} : (${any})`
  const isMade = groups.map((group) => group.strict.some(([word]) => makers.has(word!)))
  const made = expressions.filter((_, at) => isMade[at])
  const rest = expressions.filter((_, at) => !isMade[at])
  const byMaker = made.length > 0 && rest.length > 0 ? [`{brand} : (${made.join(' OR ')}) AND {kinds name} : (${rest.join(' AND ')})`] : []
  return [...byMaker, `{name brand} : (${all}) AND {heads} : (${any})`, wholly]
} // prettier-ignore

/** Asks for all words but any one; null for queries of one or two words, and of very many. */
export function matchMost(groups: readonly QueryGroup[]): string | null {
  if (groups.length < 3 || groups.length > 6) return null
  const expressions = groups.map((group) => groupExpression(group, 'wide'))
  return expressions
    .map((_, left) => `(${expressions.filter((_each, index) => index !== left).join(' AND ')})`)
    .join(' OR ')
}

/** Asks for any word, or part of one. */
export function matchAny(groups: readonly QueryGroup[]): string {
  return groups.map((group) => groupExpression(group, 'loose')).join(' OR ')
}
