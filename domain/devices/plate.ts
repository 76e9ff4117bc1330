/**
 * Registration numbers of the stores' countries: parsing, formatting and comparison. Only the ordinary series
 * are supported; personal plates cannot be distinguished from typing errors. A number is personal data: never
 * log one.
 */
import type { PlateFormat } from '../stores/store.ts'
import { storeCodes, storePolicies, stores, type Store } from '../stores/stores.ts'

export type Country = Store['countryCode']

const formats = new Map<Country, PlateFormat>(
  storeCodes.map((code) => [stores[code].countryCode, storePolicies[code].plate]),
)

function formatOf(country: Country): PlateFormat {
  const format = formats.get(country)
  if (!format) throw new Error(`No store is in ${country}.`)
  return format
}

/** The number with its groups separated, as on the car; unchanged where the groups cannot be determined. */
function shownPlate({ groups }: PlateFormat, plate: string, typed: string): string {
  if (groups === null) return typed.trim().toUpperCase().replace(/\s+/g, ' ')
  let at = 0
  const parts = [...groups, plate.length].map((length) => plate.slice(at, (at += length)))
  return parts.join(' ').trim()
}

export type PlateAnswer = { ok: true; plate: string; shown: string } | { ok: false; code: 'malformed' }

/** Parses a typed number, ignoring case, spaces, hyphens and dots. */
export function readPlate(country: Country, text: string): PlateAnswer {
  const plate = text
    .slice(0, 40)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.·_-]+/g, '')
  const format = formatOf(country)
  return format.pattern.test(plate)
    ? { ok: true, plate, shown: shownPlate(format, plate, text.slice(0, 40)) }
    : { ok: false, code: 'malformed' }
}

/** Shorter numbers beside other words are rather the model of something. */
const shortestBesideWords = 6

/**
 * Whether a search term may be a registration number, or one beside words without digits (`bilbatteri ABC 123`), and no
 * product matches it. A term that matches products counts only with two separate groups of letters, as in "B-AN 1001",
 * because `CR2032` also parses as a German number.
 */
export function isLikelyPlate(country: Country, query: string, isFound: boolean): boolean {
  const term = query.trim()
  return [term, ...partsBesideWords(term)].some((text) => {
    const read = readPlate(country, text)
    if (!read.ok || (text !== term && read.plate.length < shortestBesideWords)) return false
    return !isFound || /^[a-zäöü]{1,3}[\s-]+[a-z]{1,2}[\s-]*\d+[eh]?$/i.test(text)
  })
}

const mostWords = 12

/** What remains of a term without its first or last words, as long as those have no digits. */
function partsBesideWords(term: string): string[] {
  const words = term.split(/\s+/).slice(0, mostWords)
  const hasDigit = (word: string) => /\d/.test(word)
  const first = words.findIndex(hasDigit)
  const last = words.findLastIndex(hasDigit)
  if (first < 0) return []
  const behind = Array.from({ length: first }, (_, at) => words.slice(at + 1, last + 1).join(' '))
  // The whole term is read by itself.
  return last === words.length - 1 ? behind : [words.slice(0, last + 1).join(' '), ...behind]
}

/** Example of a number of the country. */
export function plateExample(country: Country): string {
  return formatOf(country).example
}
