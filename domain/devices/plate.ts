/**
 * Registration numbers of the four countries: how they are written and when two are the same. Only the ordinary
 * series are known; personal plates are not told from typing errors. A number is personal data: never log one.
 */
import type { Store } from '../stores/stores.ts'

type Country = Store['countryCode']

interface PlateFormat {
  pattern: RegExp
  /** As one is written on the car. */
  example: string
  /** As it is written; without its parts where they cannot be told. */
  shown: (plate: string, typed: string) => string
}

const spaced = (at: number) => (plate: string) => `${plate.slice(0, at)} ${plate.slice(at)}`

const formats: Record<Country, PlateFormat> = {
  // Three letters (without I, Q, V), two digits, a digit or letter (without O). Transportstyrelsen, since 2019.
  SE: { pattern: /^[A-HJ-PR-UW-Z]{3}\d{2}[0-9A-HJ-NPR-UW-Z]$/, example: 'ABC 123', shown: spaced(3) },
  // Two letters, five digits; trailers and motorcycles have four. Statens vegvesen.
  NO: { pattern: /^[A-Z]{2}\d{4,5}$/, example: 'EK 12345', shown: spaced(2) },
  // District, letters, up to four digits, E or H behind them; eight characters at most (§ 9 FZV).
  DE: { pattern: /^(?=.{3,9}$)[A-ZÄÖÜ]{2,5}\d{1,4}[EH]?$/, example: 'B-AN 1234', shown: (_plate, typed) => typed.trim().toUpperCase().replace(/\s+/g, ' ') },
  // Two letters, five digits. Færdselsstyrelsen.
  DK: { pattern: /^[A-Z]{2}\d{5}$/, example: 'AB 12 345', shown: (plate) => `${plate.slice(0, 2)} ${plate.slice(2, 4)} ${plate.slice(4)}` },
} // prettier-ignore

export type PlateAnswer = { ok: true; plate: string; shown: string } | { ok: false; code: 'malformed' }

/** Reads a number as people type it: case, spaces, hyphens and dots never matter. */
export function readPlate(country: Country, text: string): PlateAnswer {
  const plate = text
    .slice(0, 40)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.·_-]+/g, '')
  const { pattern, shown } = formats[country]
  return pattern.test(plate)
    ? { ok: true, plate, shown: shown(plate, text.slice(0, 40)) }
    : { ok: false, code: 'malformed' }
}

/**
 * Whether a search may be a number: it reads as one, and no product has what was typed. What a product has may be one
 * only where two groups of letters stand apart, as in "B-AN 1001"; `CR2032` reads as a German number too.
 */
export function isLikelyPlate(country: Country, query: string, isFound: boolean): boolean {
  if (!readPlate(country, query).ok) return false
  return !isFound || /^[a-zäöü]{1,3}[\s-]+[a-z]{1,2}[\s-]*\d+[eh]?$/i.test(query.trim())
}

/** How a number of the country looks. */
export function plateExample(country: Country): string {
  return formats[country].example
}
