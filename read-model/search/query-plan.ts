/**
 * Interprets a query: every typed word becomes a group of wordings (its stem, its prefix, synonyms, joined
 * and split compounds, corrections of unknown words, the cells that a number may name). Groups contain only words of
 * letters and digits. A mistyped query is corrected first and interpreted again, so that its words have the synonyms
 * and compounds of correct ones. Never reads products.
 */
import type { SearchLanguage } from '../../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'
import { joinedWords, nearCompound, splitCompound, splitDesignation } from './compound-words.ts'
import { errorsForgiven, lookAlikeForms } from './nearest-words.ts'
import type { Synonyms, Wordings } from '../../domain/search/search-synonyms.ts'
import { queryWords, sameMeasures, type QueryWord } from '../../domain/search/search-words.ts'
import { thingAmong, type RequestedThing } from './requested-thing.ts'
import type { Vocabulary } from './vocabulary.ts'

/** One or two typed words with all their wordings. */
export interface QueryGroup {
  strict: Wordings
  /** Looser wordings, used when the strict ones find little. */
  wide: Wordings
  /** Known compounds that end with the word. */
  compounds: Wordings
  /** Single parts of a compound, for when nothing else is found. */
  loose: Wordings
  /** Groups whose words together are an alternative wording. */
  parts: QueryGroup[]
}

export interface QueryPlan {
  /** The words as typed. */
  words: QueryWord[]
  /** The words as they are searched: corrected. */
  read: QueryWord[]
  groups: QueryGroup[]
  /**
   * The group that names the product asked for, where the others say what it is for: the battery in `batteri till
   * brandvarnare`. Null: one group only, or none of them names a kind of accessory.
   */
  thing: RequestedThing | null
  /** The query with mistyped words replaced; null if all words are known. */
  corrected: string | null
}

const stopWords: Record<SearchLanguage, Set<string>> = {
  other: wordSet('the for to with and of'),
  swedish: wordSet('till for och med i en ett av pa som den det min fran passar the for to with and of'),
  norwegian: wordSet('til for og med i en et av pa som den det min fra passer the to with and of'),
  german: wordSet(
    'fur und mit in ein eine einen der die das den dem zu zum zur von mein meine im am passend the for to with and of',
  ),
  danish: wordSet('til for og med i en et af pa som den det min fra passer the to with and of'),
}

/** Words between a product and what it is for. */
const forWords: Record<SearchLanguage, Set<string>> = {
  other: wordSet('for to'),
  swedish: wordSet('till for passar to'),
  norwegian: wordSet('til for passar passer to'),
  german: wordSet('fur zu zum zur passend for to'),
  danish: wordSet('til for passer to'),
}

function wordSet(list: string): Set<string> {
  return new Set(list.split(' '))
}

const mostCompounds = 8
/** Shorter stems begin too many other words. */
const shortestBeginning = 6

/** Parses a query; no groups if it contains no word. */
export function planQuery(
  query: string,
  store: StoreCode,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
): QueryPlan {
  const typed = planWords(query, store, synonyms, vocabulary, null)
  if (typed.corrected === null) return typed
  const corrected = planWords(typed.corrected, store, synonyms, vocabulary, typed.corrections)
  return { ...corrected, words: typed.words, corrected: typed.corrected }
}

/** Stem of a corrected word → all wordings that its mistyped form may mean. */
type Corrections = ReadonlyMap<string, Wordings>
const noCorrections: Corrections = new Map()

/** `known`: the corrections of words that were corrected before; null: unknown words are corrected. */
function planWords(
  query: string,
  store: StoreCode,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
  known: Corrections | null,
): QueryPlan & { corrections: Corrections } {
  const all = queryWords(query, store)
  const language = storePolicies[store].searchLanguage
  const asked = all.filter((word) => !stopWords[language].has(word.folded))
  const words = asked.length > 0 ? asked : all
  const texts = words.map((word) => word.text)
  const groups: QueryGroup[] = []
  /** The index of the last word of each group. */
  const ends: number[] = []
  const corrections = new Map<string, Wordings>()
  const better = new Map<QueryWord, string>()
  const joining = all.findIndex((word) => forWords[language].has(word.folded))
  /** Number of words before the one that says what the product is for; 0: there is none. */
  const before = words.filter((word) => all.indexOf(word) < joining).length
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const isLast = at === words.length - 1
    // `batteri till dammsugare` is a `dammsugare batteri`.
    const turned = at + 1 === before ? synonyms.find([texts[at + 1] ?? '', texts[at]!], 0) : null
    const same = turned?.length === 2 ? turned : synonyms.find(texts, at)
    if (same && !isOrdinary(words, at, same.length)) {
      groups.push(
        synonymGroup(words.slice(at, at + same.length), same.wordings, at + same.length === words.length),
      )
      at += same.length - 1
      ends.push(at)
      continue
    }
    const next = words[at + 1]
    const joined = next && !belongsToNext(words, at) ? joinedWords(word, next, store, vocabulary) : []
    if (next && joined.length > 0 && isFree(words, texts, at + 1, synonyms)) {
      // Two words that form a known one are both right.
      const parts = [word, next].map((part, index) => {
        const wordings = synonyms.find(texts, at + index)?.wordings
        return knownGroup(part, at + index === words.length - 1, store, vocabulary, wordings, noCorrections)
      })
      groups.push({
        strict: joined,
        wide: joined,
        loose: [],
        compounds: [],
        parts: parts.map(({ group }) => group),
      })
      at += 1
      ends.push(at)
      continue
    }
    const single = knownGroup(word, isLast, store, vocabulary, same?.wordings, known)
    if (single.near !== null) corrections.set(single.near, single.others)
    if (single.correction !== null) better.set(word, single.correction)
    groups.push(single.group)
    ends.push(at)
  }
  return {
    words,
    read: words,
    groups,
    thing: thingAmong(
      groups.map((group) => group.strict[0]?.at(-1) ?? ''),
      groups.filter((_, at) => ends[at]! < before).length,
      store,
    ),
    corrected: better.size === 0 ? null : all.map((word) => better.get(word) ?? word.typed).join(' '),
    corrections,
  }
}

/** `kidde 29 hd`: the number is one designation with the following word, not with the brand before it. */
function belongsToNext(words: readonly QueryWord[], at: number): boolean {
  const [before, number, after] = words.slice(at, at + 3)
  if (!before || !number || !after) return false
  return (
    /^\p{L}{4,}$/u.test(before.folded) && /^\d+$/.test(number.folded) && /^\p{L}{1,3}$/u.test(after.folded)
  )
}

/** A regular word of letters, whose synonyms are added to its compounds and prefixes. */
function isOrdinary(words: readonly QueryWord[], at: number, length: number): boolean {
  return length === 1 && /^[^\d]{4,}$/.test(words[at]!.folded)
}

function isFree(
  words: readonly QueryWord[],
  texts: readonly string[],
  at: number,
  synonyms: Synonyms,
): boolean {
  const same = synonyms.find(texts, at)
  return same === null || isOrdinary(words, at, same.length)
}

/** Wordings of a mistyped word. */
interface Correction {
  wordings: Wordings
  /** The corrected word as people write it; null if nothing was mistyped. */
  correction: string | null
  /** The stem it is corrected to. */
  near: string | null
}

type ReadWord = Omit<Correction, 'wordings'> & {
  group: QueryGroup
  /** All wordings of the correction. */
  others: Wordings
}

/** The wordings of a word, with its synonyms or those of its correction. */
function knownGroup(
  word: QueryWord,
  isLast: boolean,
  store: StoreCode,
  vocabulary: Vocabulary,
  wordings: Wordings | undefined,
  known: Corrections | null,
): ReadWord {
  const single = wordGroup(word, isLast, store, vocabulary, wordings !== undefined, known === null)
  const more = [...(wordings ?? []), ...(known?.get(word.text) ?? [])]
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
  return { strict, wide: strict, loose: [], compounds: [], parts: [] }
}

function wordGroup(
  word: QueryWord,
  isLast: boolean,
  store: StoreCode,
  vocabulary: Vocabulary,
  hasSynonyms: boolean,
  mayCorrect: boolean,
): ReadWord {
  const isBrand = vocabulary.isBrand(word.folded)
  // Brand names are compared as written; the stem finds accessories for the brand's products.
  const strict: Wordings = isBrand && word.folded !== word.text ? [[word.folded], [word.text]] : [[word.text]]
  if (word.isMeasure) {
    strict.push(...sameMeasures(word.text).map((each) => [each]))
    // `7 Ah` also means 7,2 Ah.
    const whole = /^(\d+)m?ah$/.exec(word.text)?.[1]
    const wide = whole ? [...strict, [`${whole}d*`]] : [...strict]
    return asTyped({ strict, wide, loose: [], compounds: [], parts: [] })
  }
  const isNumber = /^\d+(?:d\d+)?$/.test(word.folded)
  const beginning = `${word.folded}*`
  // Prefixes of long numbers are looked up among the article numbers.
  const isLong = isNumber && word.folded.length >= 7
  if (isLast && !isLong && word.folded.length >= (isNumber ? 3 : 2)) strict.push([beginning])
  if (/\d/.test(word.folded)) {
    const alike =
      !mayCorrect || isNumber || vocabulary.hasDesignation(word.folded)
        ? undefined
        : lookAlikeDesignation(word.folded, vocabulary)
    if (alike !== undefined && !hasSynonyms)
      return {
        group: { strict: [[alike]], wide: [[alike]], loose: [], compounds: [], parts: [] },
        correction: alike,
        near: alike,
        others: [],
      }
    const [cell, ...others] = isNumber && !hasSynonyms ? vocabulary.cellsNumbered(word.folded) : []
    if (cell !== undefined) strict.splice(1, 0, [cell])
    const wide = isNumber
      ? [...strict, ...others.map((each) => [each])]
      : [...strict, [beginning], ...splitDesignation(word.folded, store)]
    return asTyped({ strict, wide, loose: [], compounds: [], parts: [] })
  }
  const compounds =
    word.text.length >= 4 ? vocabulary.endingWith(word.text, mostCompounds).map((each) => [each]) : []
  const split = word.folded.length >= 7 ? splitCompound(word.folded, store, vocabulary) : null
  const wide = [...strict, ...compounds]
  if (word.folded.length >= 3) wide.push([beginning])
  if (split) wide.push(split)
  const loose = split ? split.map((part) => [part]) : []
  if (hasSynonyms || isBrand || vocabulary.has(word.text))
    return asTyped({ strict, wide, loose, compounds, parts: [] })
  const more = unknownWord(word, split, compounds, store, vocabulary, mayCorrect)
  return {
    group: {
      strict: [...strict, ...more.wordings],
      wide: [...wide, ...more.wordings],
      loose,
      compounds,
      parts: [],
    },
    correction: more.correction,
    near: more.near,
    others: more.wordings,
  }
}

function asTyped(group: QueryGroup): ReadWord {
  return { group, correction: null, near: null, others: [] }
}

/** The known designation that differs only in letters for look-alike digits: `cr2032` for `cr2o32`. */
function lookAlikeDesignation(word: string, vocabulary: Vocabulary): string | undefined {
  return word.length < 3 ? undefined : lookAlikeForms(word).find((other) => vocabulary.hasDesignation(other))
}

/** A word that no product has by itself: part of a compound, unfinished, or mistyped. */
function unknownWord(
  word: QueryWord,
  split: string[] | null,
  compounds: Wordings,
  store: StoreCode,
  vocabulary: Vocabulary,
  mayCorrect: boolean,
): Correction {
  const wordings: Wordings = [...compounds]
  if (word.folded.length >= 3 && vocabulary.hasBeginning(word.folded)) wordings.push([`${word.folded}*`])
  // `dammsugare` is the beginning of `dammsugarbatteri` without its ending.
  else if (word.text.length >= shortestBeginning && vocabulary.hasBeginning(word.text))
    wordings.push([`${word.text}*`])
  if (wordings.length > 0) return { wordings, correction: null, near: null }
  const errors = errorsForgiven(word.folded.length)
  // One error in a long word is more likely than an unknown compound or an unfinished ending.
  const forms = word.folded === word.text ? [word.text] : [word.text, word.folded]
  const slips = mayCorrect && word.folded.length >= 6 ? vocabulary.nearest(forms, 1, 2) : []
  if (slips[0] !== undefined) return correctedTo(slips, vocabulary)
  if (split) wordings.push(split)
  for (let cut = 1; cut <= 2 && word.folded.length - cut >= 4; cut++) {
    const shorter = word.folded.slice(0, -cut)
    if (vocabulary.has(shorter)) wordings.push([shorter])
  }
  if (wordings.length > 0 || errors === 0 || !mayCorrect) return { wordings, correction: null, near: null }
  const whole = correctedTo(vocabulary.nearest(forms, errors, 2), vocabulary)
  if (whole.near !== null) return whole
  const parts = nearCompound(word.folded, store, vocabulary)
  return parts ? { wordings: [parts.words], correction: parts.shown, near: null } : whole
}

function correctedTo(near: readonly string[], vocabulary: Vocabulary): Correction {
  const best = near[0] ?? null
  return {
    wordings: near.map((each) => [each]),
    correction: best === null ? null : vocabulary.shown(best),
    near: best,
  }
}
