/**
 * Tokenises text into the words that search compares, the same for products and for queries: lower case, no
 * diacritics, one spelling for vowels (å, ä, æ, ae → a; ö, ø, oe → o; ü, ue → u), stemmed, with a number and
 * its unit as one token in every spelling. A query never reaches the search engine's own syntax: only words
 * of letters and digits do.
 */
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import { stemOf } from './word-stems.ts'

/** Units as written in the four languages, folded → their canonical form. */
const units: Record<string, string> = {
  v: 'v',
  volt: 'v',
  volts: 'v',
  w: 'w',
  watt: 'w',
  watts: 'w',
  kw: 'kw',
  wh: 'wh',
  kwh: 'kwh',
  wattimmar: 'wh',
  wattstunden: 'wh',
  a: 'a',
  amp: 'a',
  ampere: 'a',
  amper: 'a',
  ma: 'ma',
  mah: 'mah',
  ah: 'ah',
  amperetimmar: 'ah',
  amperetimer: 'ah',
  amperestunden: 'ah',
  m: 'm',
  meter: 'm',
  metre: 'm',
  meters: 'm',
  metern: 'm',
  cm: 'cm',
  centimeter: 'cm',
  zentimeter: 'cm',
  mm: 'mm',
  millimeter: 'mm',
  mm2: 'mm2',
  kg: 'kg',
  kilo: 'kg',
  g: 'g',
  gram: 'g',
  gramm: 'g',
  l: 'l',
  liter: 'l',
  ml: 'ml',
  lm: 'lm',
  lumen: 'lm',
  k: 'k',
  kelvin: 'k',
  gb: 'gb',
  tb: 'tb',
  mb: 'mb',
  hz: 'hz',
  mhz: 'mhz',
  ghz: 'ghz',
  va: 'va',
}

const longestInput = 300
const longestWord = 40
const mostWords = 12
const numberOnly = /^\d+(?:d\d+)?$/
const numberThenLetters = /^(\d+(?:d\d+)?)(\p{L}[\p{L}\d]*)$/u

/**
 * Cache of the words of short texts: a name is tokenised for its words, for its kind and for its spellings.
 */
const readLately = new Map<string, readonly string[]>()
const mostReadLately = 2_000
const longestRemembered = 120

/** The words of a text in order, unfolded but in lower case; decimals are joined by a `d`. */
function writtenWords(text: string): readonly string[] {
  if (text.length > longestRemembered) return readWords(text)
  const known = readLately.get(text)
  if (known !== undefined) return known
  if (readLately.size >= mostReadLately) readLately.clear()
  const words = readWords(text)
  readLately.set(text, words)
  return words
}

function readWords(text: string): readonly string[] {
  let small = text.normalize('NFKC').toLowerCase()
  if (/\d/.test(small)) {
    // `4xAA` and `4 × AA` are four of AA.
    if (/\d ?[x×]/.test(small)) small = small.replace(/(?<![\p{L}\p{N}])(\d{1,2}) ?[x×] ?(?=\p{L})/gu, '$1 ')
    // `9-voltsbatteri`: the unit belongs to the number, the rest is the noun.
    if (/\d[ -]?[vwalm]/.test(small))
      small = small.replace(/(\d[ -]?)(volt|watt|ampere|lumen|meter|liter)s?-?(?=\p{L}{4})/gu, '$1$2 ')
    small = small.replace(/(\d)[.,](?=\d)/g, '$1d')
  }
  // Matches the same words; Unicode properties are more than twice as slow.
  return small.match(isAscii(small) ? /[a-z0-9]+/g : /[\p{L}\p{N}\p{M}]+/gu) ?? []
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the range of ASCII begins with them
  return /^[\x00-\x7f]*$/.test(text)
}

function foldedWord(written: string): string {
  const plain = /^[a-z0-9]+$/.test(written)
    ? written
    : written
        .normalize('NFKD')
        .replace(/\p{M}+/gu, '')
        .replace(/ß/g, 'ss')
        .replace(/[æ]/g, 'a')
        .replace(/[øœ]/g, 'o')
        .replace(/ı/g, 'i')
        .replace(/đ/g, 'd')
        .replace(/ł/g, 'l')
        .replace(/[^\p{L}\p{N}]+/gu, '')
  return /\d/.test(plain) ? plain : plain.replace(/([aou])e/g, '$1')
}

/** The words of a text in order, folded. */
export function foldedWords(text: string): string[] {
  return writtenWords(text)
    .map(foldedWord)
    .filter((word) => word !== '')
}

function perStore<T>(make: () => T): Record<StoreCode, T> {
  return Object.fromEntries(storeCodes.map((code) => [code, make()])) as Record<StoreCode, T>
}

/** Cache of stems; cleared when it grows too long. */
const stems = perStore(() => new Map<string, string>())
const mostStems = 100_000

function comparedWord(written: string, store: StoreCode): string {
  if (/\d/.test(written)) return foldedWord(written)
  const known = stems[store].get(written)
  if (known !== undefined) return known
  if (stems[store].size >= mostStems) stems[store].clear()
  const stem = stemOf(foldedWord(written), store)
  stems[store].set(written, stem)
  return stem
}

/** Words of letters as written, by their stem: the first of each. For the vocabulary of an index. */
export function wordsOfLetters(text: string, store: StoreCode, into: Map<string, string>): void {
  for (const written of writtenWords(text)) {
    if (written.length < 3 || /\d/.test(written)) continue
    const stem = comparedWord(written, store)
    if (!into.has(stem)) into.set(stem, written)
  }
}

/** A number with its unit as one word (`12v`, `1d5v`), or null where the words are something else. */
export function measure(number: string, unit: string): string | null {
  const known = Object.hasOwn(units, unit) ? units[unit] : undefined
  if (!numberOnly.test(number) || known === undefined) return null
  return (number.includes('d') ? number.replace(/0+$/, '').replace(/d$/, '') : number) + known
}

function startsWithDigit(word: string): boolean {
  const code = word.charCodeAt(0)
  return code >= 0x30 && code <= 0x39
}

/** Whether a token is a number with its unit. */
export function isMeasured(word: string): boolean {
  return measureInOne(word) !== null
}

/** The measure in a single written word: `12v`, `2meter`. */
function measureInOne(word: string): [together: string, number: string] | null {
  if (!startsWithDigit(word)) return null
  const parts = numberThenLetters.exec(word)
  const together = parts && measure(parts[1]!, parts[2]!)
  return together ? [together, parts[1]!] : null
}

/**
 * The tokens of an indexed text: stems; a number with its unit as one word, and also the number alone;
 * designations with dashes also as one word (`LP-E17` also as `lpe17`).
 */
export function indexedWords(text: string, store: StoreCode): string {
  const { words, designations } = wordsOf(text, store)
  return [...words, ...designations].join(' ')
}

/** Separator between texts, so that no word spans two of them. */
export const textSeparator = ' \n '

/** The same as `indexedWords` of the texts joined by separators, for texts that many products share. */
export function indexedTexts(texts: string, store: StoreCode): string {
  const parts = texts.split(textSeparator).map((text) => sharedWords(text, store))
  const joins = parts.some((part, at) => {
    const next = parts.slice(at + 1).find(({ first }) => first !== undefined)
    return part.openNumber !== null && next !== undefined && measure(part.openNumber, next.first!) !== null
  })
  // A number at the end of a text and a unit at the start of the next are read as one measure.
  if (joins) return indexedWords(texts, store)
  return [...parts.flatMap(({ words }) => words), ...parts.flatMap(({ designations }) => designations)].join(
    ' ',
  )
}

interface IndexedText {
  words: string[]
  designations: string[]
  /** First word, folded. */
  first: string | undefined
  /** The last word if it is a number without a unit. */
  openNumber: string | null
}

const shared = perStore(() => new Map<string, IndexedText>())
const mostShared = 10_000

function sharedWords(text: string, store: StoreCode): IndexedText {
  const known = shared[store].get(text)
  if (known !== undefined) return known
  if (shared[store].size >= mostShared) shared[store].clear()
  const words = wordsOf(text, store)
  shared[store].set(text, words)
  return words
}

function wordsOf(text: string, store: StoreCode): IndexedText {
  const written = writtenWords(text)
  const found: string[] = []
  let openNumber: string | null = null
  for (let index = 0; index < written.length; index++) {
    const word = comparedWord(written[index]!, store)
    if (word === '') continue
    const next = startsWithDigit(word) ? written[index + 1] : undefined
    const apart = next === undefined ? null : measure(word, foldedWord(next))
    const inOne = apart === null ? measureInOne(word) : null
    openNumber = null
    if (apart !== null) {
      found.push(word, apart)
      index += 1
    } else if (inOne) found.push(inOne[0], inOne[1])
    else {
      found.push(word)
      if (numberOnly.test(word)) openNumber = word
    }
  }
  const first = written[0] === undefined ? undefined : foldedWord(written[0])
  return { words: found, designations: designationsOf(text), first, openNumber }
}

function designationsOf(text: string): string[] {
  if (!text.includes('-')) return []
  const dashed = text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu) ?? []
  return dashed.flatMap((each) => joinedDesignation(each) ?? [])
}

/** `USB-C`, `LP-E17`, `Li-Ion` without dashes; null for ordinary words joined by a dash. */
function joinedDesignation(dashed: string): string | null {
  const parts = dashed.split('-')
  const together = foldedWord(parts.join('').toLowerCase())
  const isOne = /\d/.test(together) || parts.every((part) => part.length <= 3)
  return isOne && together.length <= 16 && /\p{L}/u.test(together) ? together : null
}

/** One word of a query. */
export interface QueryWord {
  /** The compared form: a stem, a designation, or a number with its unit. */
  text: string
  /** Folded but not stemmed, for comparing prefixes. */
  folded: string
  /** In lower case as typed. */
  typed: string
  isMeasure: boolean
}

/** The words of a query in the store's language, without duplicates, limited in length and number. */
export function queryWords(query: string, store: StoreCode): QueryWord[] {
  const written = writtenWords(query.slice(0, longestInput)).map((word) => word.slice(0, longestWord))
  const found = new Map<string, QueryWord>()
  for (let index = 0; index < written.length; index++) {
    const typed = written[index]!
    const folded = foldedWord(typed)
    if (folded === '') continue
    const next = written[index + 1]
    const apart = next === undefined ? null : measure(folded, foldedWord(next))
    const together = apart ?? measureInOne(folded)?.[0] ?? null
    if (apart !== null) index += 1
    const text = together ?? comparedWord(typed, store)
    if (!found.has(text))
      found.set(text, {
        text,
        folded: together ?? folded,
        typed: apart === null ? typed : `${typed} ${next!}`,
        isMeasure: together !== null,
      })
  }
  return [...found.values()].slice(0, mostWords)
}

const conversions: [from: string, to: string, factor: number][] = [
  ['m', 'cm', 100],
  ['cm', 'mm', 10],
  ['m', 'mm', 1000],
  ['ah', 'mah', 1000],
  ['kwh', 'wh', 1000],
  ['kg', 'g', 1000],
  ['l', 'ml', 1000],
  ['tb', 'gb', 1000],
]

/** Larger numbers lose digits, and JavaScript writes the largest with an exponent, which is no word. */
const largestConverted = 1e12

/** The same measure in neighbouring units: `2m` is also `200cm`. */
export function sameMeasures(together: string): string[] {
  const parts = numberThenLetters.exec(together)
  if (!parts) return []
  const value = Number(parts[1]!.replace('d', '.'))
  if (value > largestConverted) return []
  const say = (amount: number, unit: string) =>
    `${String(Math.round(amount * 1e6) / 1e6).replace('.', 'd')}${unit}`
  return conversions.flatMap(([from, to, factor]) =>
    parts[2] === from ? say(value * factor, to) : parts[2] === to ? say(value / factor, from) : [],
  )
}

/** An article number, GTIN or maker's number without spaces, dashes and case; '' where nothing remains. */
export function foldedIdentifier(text: string): string {
  return text
    .slice(0, 100)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
