/**
 * The facet values of a product in a store: its filterable attributes, its brand, whether it is in stock and
 * its price range. Values are codes; their display texts are looked up when a response is written.
 */
import { fillMessage } from '../../domain/content/message.ts'
import { formatMoney, formatMoneyRange, toMinor, zeroMinor, type Minor } from '../../domain/money/money.ts'
import { textsOf } from '../../locales/texts.server.ts'
import { storePolicies, stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { AttributeValues } from './stored-details.server.ts'
import { attributeName, attributeText, type CatalogueStructure } from './catalogue-structure.server.ts'
import type { StockStatusName } from '../../domain/catalogue/stock-status.ts'

/** A facet's code and one of its values. */
export type FacetValue = [code: string, value: string]

/** Facets of every listing, before the attributes. */
export const ownFacets = ['brand', 'price', 'stock', 'rating'] as const

/** Facets whose value changes with time. */
export const timedFacets: ReadonlySet<string> = new Set(['price', 'stock'])

const priceStepsMinor = Object.fromEntries(
  Object.entries(storePolicies).map(([code, { priceSteps }]) => [code, priceSteps.map(toMinor)]),
) as Record<StoreCode, Minor[]>

/** The range of a price: `100-200`, `5000-`. */
export function priceRange(priceMinor: number, store: StoreCode): string {
  const steps = storePolicies[store].priceSteps
  const index = priceStepsMinor[store].findLastIndex((step) => step <= priceMinor)
  return `${steps[index] ?? 0}-${steps[index + 1] ?? ''}`
}

/** Parses `min-max` in whole or decimal units, either end open; null for anything else. Minor units. */
export function parsePriceRange(text: string): { fromMinor: number; upToMinor: number } | null {
  const match = /^(\d{0,9}(?:\.\d{1,2})?)-(\d{0,9}(?:\.\d{1,2})?)$/.exec(text)
  if (!match || text === '-') return null
  const [, from, to] = match
  return {
    fromMinor: toMinor(Number(from)),
    upToMinor: to === '' ? Number.MAX_SAFE_INTEGER : toMinor(Number(to)),
  }
}

/** Selectable ratings, "this or better"; out of five. */
const ratingSteps = [4.5, 4, 3]

/** The facet values derived from rating, brand and attributes; numbers in JavaScript notation. */
export function lastingFacets(
  structure: CatalogueStructure,
  { brandId, scoreHundredths }: { brandId: number | null; scoreHundredths: number | null },
  attributes: readonly AttributeValues[],
): FacetValue[] {
  const found = new Map<string, FacetValue>()
  const add = (code: string, value: string) => found.set(`${code}\n${value}`, [code, value])
  const brand = brandId === null ? undefined : structure.brands.get(brandId)
  if (brand) add('brand', brand.slug)
  for (const step of ratingSteps)
    if (scoreHundredths !== null && scoreHundredths >= step * 100) add('rating', String(step))
  for (const values of attributes) {
    for (const [code, value] of Object.entries(values)) {
      if (!structure.attributes.get(code)?.facet || (ownFacets as readonly string[]).includes(code)) continue
      if (Array.isArray(value)) for (const each of value) add(code, each)
      else if (value !== false && String(value).length <= 80) add(code, String(value))
    }
  }
  return [...found.values()]
}

/** The facet values that are valid at a moment. */
export function passingFacets(
  store: StoreCode,
  now: { unitMinor: number | null; status: StockStatusName },
): FacetValue[] {
  const values: FacetValue[] = []
  if (now.unitMinor !== null) values.push(['price', priceRange(now.unitMinor, store)])
  if (now.status === 'in_stock' || now.status === 'few_left') values.push(['stock', 'in_stock'])
  return values
}

/** Name of a facet in the store's language; with its unit where another filter has the same name. */
export function facetName(structure: CatalogueStructure, code: string, store: StoreCode): string {
  const own = (textsOf(store).attributes.facets as Record<string, string>)[code]
  if (own !== undefined) return own
  const name = attributeName(structure, code, store)
  const unit = structure.attributes.get(code)?.unit
  const shared = structure.rows.attributes.some(
    (other) => other.facet && other.code !== code && attributeName(structure, other.code, store) === name,
  )
  return unit && shared ? `${name} (${unit})` : name
}

/** Display text of a facet value in the store's language. */
export function facetValueName(
  structure: CatalogueStructure,
  [code, value]: FacetValue,
  store: StoreCode,
): string {
  if (code === 'brand') return structure.brandBySlug.get(value)?.name ?? value
  if (code === 'stock') return textsOf(store).attributes.in_stock
  if (code === 'rating')
    return fillMessage(textsOf(store).attributes.rating, { figure: value.replace('.', ',') })
  if (code === 'price') {
    const [from = zeroMinor, upTo = zeroMinor] = value.split('-').map((amount) => toMinor(Number(amount)))
    const { iso, currency } = stores[store]
    return upTo > 0
      ? formatMoneyRange(from, upTo, { iso, currency })
      : `${textsOf(store).attributes.over} ${formatMoney(from, { iso, currency, currencyDigits: 0 })}`
  }
  const attribute = structure.attributes.get(code)
  if (attribute?.kind === 'number' && value !== '' && Number.isFinite(Number(value))) {
    return attributeText(structure, code, Number(value), store)
  }
  if (attribute?.kind === 'flag') return attributeText(structure, code, value === 'true', store)
  return attributeText(structure, code, value, store)
}

/** Sort order of values within a facet: numbers by size, choices by their position, the rest by name. */
export function facetValueOrder(structure: CatalogueStructure, [code, value]: FacetValue): number {
  const attribute = structure.attributes.get(code)
  if (code === 'price') return Number(value.split('-')[0])
  if (code === 'rating') return -Number(value)
  if (attribute?.kind === 'number') return Number(value)
  return attribute?.values[value]?.position ?? 0
}
