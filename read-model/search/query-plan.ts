/**
 * Interprets a query: every typed word becomes a group of wordings (its stem, its prefix, synonyms, joined
 * and split compounds, corrections of unknown words). Groups contain only words of letters and digits. Never
 * reads products.
 */
import type { SearchLanguage } from '../../domain/stores/store.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'
import { joinedWords, nearCompound, splitCompound, splitDesignation } from './compound-words.ts'
import { errorsForgiven, lookAlikeForms } from './nearest-words.ts'
import type { Synonyms, Wordings } from '../../domain/search/search-synonyms.ts'
import { queryWords, sameMeasures, type QueryWord } from '../../domain/search/search-words.ts'
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
  words: QueryWord[]
  groups: QueryGroup[]
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

function wordSet(list: string): Set<string> {
  return new Set(list.split(' '))
}

const mostCompounds = 8

/** Parses a query; no groups if it contains no word. */
export function planQuery(
  query: string,
  store: StoreCode,
  synonyms: Synonyms,
  vocabulary: Vocabulary,
): QueryPlan {
  const all = queryWords(query, store)
  const asked = all.filter((word) => !stopWords[storePolicies[store].searchLanguage].has(word.folded))
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
      groups.push(
        synonymGroup(words.slice(at, at + same.length), same.wordings, at + same.length === words.length),
      )
      better.push(...words.slice(at, at + same.length).map((each) => each.typed))
      at += same.length - 1
      continue
    }
    const single = knownGroup(word, isLast, store, vocabulary, synonyms, same?.wordings)
    if (single.correction !== null) isCorrected = true
    const next = words[at + 1]
    const joined = next && !belongsToNext(words, at) ? joinedWords(word, next, store, vocabulary) : []
    if (next && joined.length > 0 && isFree(words, texts, at + 1, synonyms)) {
      const other = knownGroup(
        next,
        at + 1 === words.length - 1,
        store,
        vocabulary,
        synonyms,
        synonyms.find(texts, at + 1)?.wordings,
      )
      groups.push({
        strict: joined,
        wide: joined,
        loose: [],
        compounds: [],
        parts: [single.group, other.group],
      })
      better.push(single.correction ?? word.typed, other.correction ?? next.typed)
      if (other.correction !== null) isCorrected = true
      at += 1
      continue
    }
    groups.push(single.group)
    better.push(single.correction ?? word.typed)
  }
  return { words, groups, corrected: isCorrected ? better.join(' ') : null }
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

type ReadWord = Omit<Correction, 'wordings'> & { group: QueryGroup }

/** The wordings of a word, with its synonyms or those of its correction. */
function knownGroup(
  word: QueryWord,
  isLast: boolean,
  store: StoreCode,
  vocabulary: Vocabulary,
  synonyms: Synonyms,
  wordings: Wordings | undefined,
): ReadWord {
  const single = wordGroup(word, isLast, store, vocabulary, wordings !== undefined)
  const more =
    wordings ?? (single.near === null ? undefined : synonyms.find([single.near], 0)?.wordings) ?? []
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
): ReadWord {
  const isBrand = vocabulary.isBrand(word.folded)
  // Brand names are compared as written; the stem finds accessories for the brand's products.
  const strict: Wordings = isBrand && word.folded !== word.text ? [[word.folded], [word.text]] : [[word.text]]
  if (word.isMeasure) {
    strict.push(...sameMeasures(word.text).map((each) => [each]))
    // `7 Ah` also means 7,2 Ah.
    const whole = /^(\d+)m?ah$/.exec(word.text)?.[1]
    const wide = whole ? [...strict, [`${whole}d*`]] : [...strict]
    return { group: { strict, wide, loose: [], compounds: [], parts: [] }, correction: null, near: null }
  }
  const isNumber = /^\d+(?:d\d+)?$/.test(word.folded)
  const beginning = `${word.folded}*`
  // Prefixes of long numbers are looked up among the article numbers.
  const isLong = isNumber && word.folded.length >= 7
  if (isLast && !isLong && word.folded.length >= (isNumber ? 3 : 2)) strict.push([beginning])
  if (/\d/.test(word.folded)) {
    const alike =
      isNumber || vocabulary.hasDesignation(word.folded)
        ? undefined
        : lookAlikeDesignation(word.folded, vocabulary)
    if (alike !== undefined && !hasSynonyms)
      return {
        group: { strict: [[alike]], wide: [[alike]], loose: [], compounds: [], parts: [] },
        correction: alike,
        near: alike,
      }
    const wide = isNumber ? [...strict] : [...strict, [beginning], ...splitDesignation(word.folded, store)]
    return { group: { strict, wide, loose: [], compounds: [], parts: [] }, correction: null, near: null }
  }
  const compounds =
    word.text.length >= 4 ? vocabulary.endingWith(word.text, mostCompounds).map((each) => [each]) : []
  const split = word.folded.length >= 7 ? splitCompound(word.folded, store, vocabulary) : null
  const wide = [...strict, ...compounds]
  if (word.folded.length >= 3) wide.push([beginning])
  if (split) wide.push(split)
  const loose = split ? split.map((part) => [part]) : []
  if (hasSynonyms || isBrand || vocabulary.has(word.text))
    return { group: { strict, wide, loose, compounds, parts: [] }, correction: null, near: null }
  const more = unknownWord(word, split, compounds, store, vocabulary)
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
  }
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
): Correction {
  const wordings: Wordings = [...compounds]
  if (word.folded.length >= 3 && vocabulary.hasBeginning(word.folded)) wordings.push([`${word.folded}*`])
  if (wordings.length > 0) return { wordings, correction: null, near: null }
  const errors = errorsForgiven(word.folded.length)
  // One error in a long word is more likely than an unknown compound or an unfinished ending.
  const forms = word.folded === word.text ? [word.text] : [word.text, word.folded]
  const slips = word.folded.length >= 6 ? vocabulary.nearest(forms, 1, 2) : []
  if (slips[0] !== undefined) return correctedTo(slips, vocabulary)
  if (split) wordings.push(split)
  for (let cut = 1; cut <= 2 && word.folded.length - cut >= 4; cut++) {
    const shorter = word.folded.slice(0, -cut)
    if (vocabulary.has(shorter)) wordings.push([shorter])
  }
  if (wordings.length > 0 || errors === 0) return { wordings, correction: null, near: null }
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
