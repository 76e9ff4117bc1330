/**
 * What a native reader would object to in a text and a program can find: words that the language's glossary
 * refuses, foreign quotation marks, exclamation marks, numbers that a line break may part from their unit.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreCode } from '../domain/stores/stores.ts'

/** One term of `locales/{language}/glossary.json`. */
interface Term {
  /** The words to use, empty for words that belong to no term. */
  use: string
  /** Words and phrases to refuse, in upper and lower case; `*` stands for the rest of a word. */
  avoid: string[]
  why: string
}

/** A text and where it is: `mails.order.subject`, `product VO-AA description`. */
export interface PlacedText {
  place: string
  text: string
}

export interface Complaint extends PlacedText {
  complaint: string
}

/** The terms of a language by their name, which is the same in every language. */
export function readGlossary(language: StoreCode): Record<string, Term> {
  const file = join(import.meta.dirname, '..', 'locales', language, 'glossary.json')
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Term>
}

const quotationMarks: Record<StoreCode, RegExp> = {
  sv: /["“„«»]/,
  no: /["“”„]/,
  da: /["“„«»]/,
  de: /["”«»]/,
}

/** Formal address where the shop says "du", in the middle of a sentence: at its start the words mean something else. */
const formalAddress: Partial<Record<StoreCode, RegExp>> = {
  sv: /(?<=[a-zåäö,] )(?:Ni|Er|Era)\b/u,
  no: /(?<=[a-zæøå,] )(?:De|Dem|Deres)\b/u,
  da: /(?<=[a-zæøå,] )(?:De|Dem|Deres)\b/u,
}

/** Units as signs; units as words ("timmar", "Stück") may begin a new line. */
const brokenUnit =
  /\d (?:mAh|Ah|Wh|kWh|mV|V|mA|A|W|lm|K|nm|mm²|mm|cm|m|kg|g|ml|l|°C|kB|MB|Gbit\/s|%|kr|€)(?![\p{L}\d])/u
/** Danish sums end with "kr.", whose full stop ends the sentence too. */
const danishSumBeforeStop = /\{(?:amount|before|free|limit|most|price|total)\}\./

/**
 * Generic claims about the environment, which no shop may make of its goods without the reason (Directive (EU) 2024/825,
 * from 2026-09-27). The fact itself is named instead: rechargeable, without mercury.
 */
const environmentalClaim =
  /milj[öø](?:valg?\b|vänlig|vennlig|venlig|smart)|umwelt(?:tipp|freundlich|schonend|gerecht|bewusst)|klimat?(?:neutral|nøytral|smart|freundlich|vennlig|venlig|vänlig)|bærekraftig|bæredygtig|nachhaltig|(?:öko|eko|øko)logis|(?:bättre för miljön|bedre for miljøet|besser für die umwelt)|co[₂2]-neutral/iu

const brokenGerman = /§ \d|\bz\. B\./

/** Everything that is wrong with one text. `name` marks product names, which shoppers copy and search. */
export function complaintsAbout(language: StoreCode, { place, text }: PlacedText): Complaint[] {
  const plain = text.replaceAll(/<[^>]*>/g, ' ')
  const found = refusedWords(language)
    .filter(({ pattern }) => pattern.test(plain))
    .map(({ word, term }) => `"${word}" (${term})`)
  if (quotationMarks[language].test(plain)) found.push('quotation marks of another language')
  if (plain.includes('!')) found.push('exclamation mark')
  if (formalAddress[language]?.test(plain)) found.push('formal address')
  if (brokenUnit.test(plain)) found.push('a plain space between a number and its unit')
  if (environmentalClaim.test(plain)) found.push('a claim about the environment without its reason')
  if (language === 'de' && brokenGerman.test(plain)) found.push('a plain space in "§ 1" or "z. B."')
  if (language === 'da' && danishSumBeforeStop.test(plain)) found.push('a second full stop after "kr."')
  return found.map((complaint) => ({ place, text, complaint }))
}

interface RefusedWord {
  word: string
  term: string
  pattern: RegExp
}
const refusedByLanguage = new Map<StoreCode, RefusedWord[]>()

function refusedWords(language: StoreCode): RefusedWord[] {
  const known = refusedByLanguage.get(language)
  if (known) return known
  const words = Object.entries(readGlossary(language)).flatMap(([term, { avoid }]) =>
    avoid.map((word) => ({ word, term, pattern: patternOf(word) })),
  )
  refusedByLanguage.set(language, words)
  return words
}

function patternOf(word: string): RegExp {
  const body = word.replaceAll(/[.?{}()]/g, String.raw`\$&`).replaceAll('*', String.raw`[\p{L}-]*`)
  return new RegExp(String.raw`(?<![\p{L}\d{@-])${body}(?![\p{L}\d])`, 'iu')
}

/** The names of a message's placeholders, sorted: `{count, plural, …}` counts as `count`. */
export function placeholdersOf(message: string): string[] {
  return [
    ...new Set(
      [...message.matchAll(/(?<!(?:one|other|=\d+) )\{(\w+)(?=[,}])/g)].map(([, name = '']) => name),
    ),
  ].toSorted()
}
