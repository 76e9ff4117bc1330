/**
 * Registration numbers of the stores' countries: how they are written and when two are the same. Only the ordinary
 * series are known; personal plates are not told from typing errors. A number is personal data: never log one.
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

/** A number with its parts apart, as on the car; as it was typed where the parts cannot be told. */
function shownPlate({ groups }: PlateFormat, plate: string, typed: string): string {
  if (groups === null) return typed.trim().toUpperCase().replace(/\s+/g, ' ')
  let at = 0
  const parts = [...groups, plate.length].map((length) => plate.slice(at, (at += length)))
  return parts.join(' ').trim()
}

export type PlateAnswer = { ok: true; plate: string; shown: string } | { ok: false; code: 'malformed' }

/** Reads a number as people type it: case, spaces, hyphens and dots never matter. */
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
  return formatOf(country).example
}
