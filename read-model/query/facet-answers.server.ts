/**
 * Facets of a listing: the values of its products with their counts. Counts of whole listings are stored in
 * the index; those of a narrowed listing are computed from its bitmaps, those of a search from its best hits.
 */
import { stores, storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import type { Facet } from '../../domain/catalogue/catalogue.ts'
import {
  facetName,
  facetValueName,
  facetValueOrder,
  ownFacets,
  parsePriceRange,
  priceRange,
} from '../schema/facet-values.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'

/** The facet values and prices by which a product of a listing is filtered and counted. */
export interface HitRow {
  key: number
  price: number
  facets: string
}

/** One selected facet: any of the values, or a price within any of the ranges. */
export interface ChosenFacet {
  code: string
  chosen: string[]
  ids: number[]
  ranges: { fromMinor: number; upToMinor: number }[]
}

/** Collation of names in the store's language, numbers by value. */
const collators = Object.fromEntries(
  storeCodes.map((code) => [code, new Intl.Collator(stores[code].iso, { numeric: true })]),
) as Record<StoreCode, Intl.Collator>

const mostChosenFacets = 8
const mostValuesChosen = 20
const mostValuesShown = 60

/**
 * The facets of a query that this shop has; unknown ones are ignored, because an address may contain
 * anything.
 */
export function chosenFacets(
  state: IndexState,
  store: StoreCode,
  facets: Record<string, string[]>,
): ChosenFacet[] {
  return Object.entries(facets)
    .filter(([code, values]) => values.length > 0 && isFacet(state, code))
    .slice(0, mostChosenFacets)
    .map(([code, values]) => {
      const chosen = [...new Set(values)].slice(0, mostValuesChosen)
      const ranges =
        code === 'price'
          ? chosen
              .filter((value) => !isPriceStep(value, store))
              .flatMap((value) => parsePriceRange(value) ?? [])
          : []
      return { code, chosen, ranges, ids: chosen.flatMap((value) => state.facets.find(code, value) ?? []) }
    })
}

export function isFacet(state: IndexState, code: string): boolean {
  return (
    (ownFacets as readonly string[]).includes(code) || state.structure.attributes.get(code)?.facet === true
  )
}

function isPriceStep(value: string, store: StoreCode): boolean {
  const range = parsePriceRange(value)
  return range !== null && priceRange(range.fromMinor, store) === value
}

/** Whether a product has a selected value of every selected facet. */
export function fits(hit: HitRow, values: readonly number[], chosen: readonly ChosenFacet[]): boolean {
  return chosen.every(
    (facet) =>
      facet.ids.some((id) => values.includes(id)) ||
      facet.ranges.some((range) => hit.price >= range.fromMinor && hit.price <= range.upToMinor),
  )
}

export type FacetCounts = Map<number, number>

/** Sums up the facet values of products; `facets` in the stored form of the entries. */
export function countFacets(facets: readonly string[]): FacetCounts {
  const counts: FacetCounts = new Map()
  // Parsed as one text, which is several times faster than many small ones.
  for (const ids of JSON.parse(`[${facets.join(',')}]`) as number[][])
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The stored counts of a whole listing. */
export function keptCounts(state: IndexState, scope: number): FacetCounts {
  return keep(state, `counts/${scope}`, () => {
    const rows = state.db.all<{ value: number; total: number }>(
      'select value, total from facet_count where scope = ? and total > 0',
      scope,
    )
    return new Map(rows.map((row) => [row.value, row.total]))
  })
}

/**
 * The facets as shown: brand, price and stock first, then attributes by position. `countsFor(code)` gives the
 * counts without that facet's own selection, so that its other values remain selectable.
 */
export function facetsShown(
  state: IndexState,
  store: StoreCode,
  chosen: readonly ChosenFacet[],
  counts: FacetCounts,
  countsFor: (code: string) => FacetCounts,
): Facet[] {
  const byCode = new Map<string, [value: string, count: number][]>()
  const add = (id: number, count: number, only?: string) => {
    const [code, value] = state.facets.valueOf(id)
    if (count <= 0 || (only !== undefined && code !== only)) return
    const values = byCode.get(code)
    if (values) values.push([value, count])
    else byCode.set(code, [[value, count]])
  }
  const chosenCodes = new Set(chosen.map((facet) => facet.code))
  for (const [id, count] of counts) if (!chosenCodes.has(state.facets.valueOf(id)[0])) add(id, count)
  for (const code of chosenCodes) for (const [id, count] of countsFor(code)) add(id, count, code)
  const order = (code: string) => {
    const own = (ownFacets as readonly string[]).indexOf(code)
    return own >= 0
      ? own - ownFacets.length
      : (state.structure.attributes.get(code)?.position ?? Number.MAX_SAFE_INTEGER)
  }
  return [...new Set([...byCode.keys(), ...chosenCodes])]
    .filter((code) => isFacet(state, code))
    .sort((a, b) => order(a) - order(b))
    .map((code) =>
      shownFacet(
        state,
        store,
        code,
        byCode.get(code) ?? [],
        chosen.find((facet) => facet.code === code),
      ),
    )
    .filter(
      (facet) =>
        facet.values.length > 1 || facet.code === 'stock' || facet.values.some((value) => value.chosen),
    )
}

function shownFacet(
  state: IndexState,
  store: StoreCode,
  code: string,
  found: [value: string, count: number][],
  chosen: ChosenFacet | undefined,
): Facet {
  const isChosen = (value: string) => chosen?.chosen.includes(value) ?? false
  const known = new Set(found.map(([value]) => value))
  const missing = (chosen?.chosen ?? []).filter((value) => !known.has(value) && parseable(state, code, value))
  const most = found
    .sort((a, b) => b[1] - a[1])
    .filter(([value], index) => index < mostValuesShown || isChosen(value))
  const values = [...most, ...missing.map((value): [string, number] => [value, 0])]
    .map(([value, count]) => ({
      code: value,
      name: facetValueName(state.structure, [code, value], store),
      count,
      chosen: isChosen(value),
      order: facetValueOrder(state.structure, [code, value]),
    }))
    .sort((a, b) => a.order - b.order || collators[store].compare(a.name, b.name))
    .map(({ code, name, count, chosen }) => ({ code, name, count, chosen }))
  return { code, name: facetName(state.structure, code, store), values }
}

/** A selected value without products is shown only if it is a valid value. */
function parseable(state: IndexState, code: string, value: string): boolean {
  return code === 'price' ? parsePriceRange(value) !== null : state.facets.find(code, value) !== undefined
}
