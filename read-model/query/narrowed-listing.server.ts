/**
 * Exact listings narrowed by facets, without reading their products: each selected value is a bitmap, and the
 * intersection is the result. Only the requested page is then read, in the listing's own order.
 */
import type { StoreCode } from '../../domain/stores/stores.ts'
import { productsPerPage } from '../../domain/catalogue/catalogue.ts'
import { type ListingSort } from '../../contract/catalogue.ts'
import { keptCounts, type ChosenFacet, type FacetCounts } from './facet-answers.server.ts'
import { entryKey, productOfKey, storeNumber, storeSlots } from '../schema/index-schema.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'
import { countsWithin } from '../schema/bitmap-cache.server.ts'
import {
  hasMember,
  intersection,
  membersOf,
  readUnion,
  scopeSet,
  setOf,
  sizeOfSet,
  valueSet,
  type Bitmap,
} from '../schema/bitmap-index.server.ts'

export interface Narrowed {
  members: Bitmap
  total: number
  counts: FacetCounts
  /** Counts of a facet's values without its own selection. */
  countsFor: (code: string) => FacetCounts
}

/** Values counted in a narrowed listing: the most frequent ones of the whole listing. */
const mostCounted = 400

export function narrow(
  state: IndexState,
  store: StoreCode,
  scope: number,
  chosen: readonly ChosenFacet[],
): Narrowed {
  const whole = keep(state, `members/${scope}`, () => readUnion(state.db, [scopeSet(scope)]))
  const sets = new Map(chosen.map((facet) => [facet.code, setOfFacet(state, store, scope, facet, whole)]))
  const without = (code: string | null) => {
    let members = whole
    for (const [own, set] of sets) if (own !== code) members = intersection(members, set)
    return members
  }
  const members = without(null)
  const frequent = [...keptCounts(state, scope)].sort((a, b) => b[1] - a[1]).map(([id]) => id)
  const chosenIds = new Set(chosen.flatMap((facet) => facet.ids))
  const counted = frequent.filter((id, index) => index < mostCounted || chosenIds.has(id))
  return {
    members,
    total: sizeOfSet(members),
    counts: countValues(state, store, members, counted),
    countsFor: (code) =>
      chosen.length === 1
        ? keptCounts(state, scope)
        : countValues(
            state,
            store,
            without(code),
            counted.filter((id) => state.facets.valueOf(id)[0] === code),
          ),
  }
}

/** Products with any of the selected values, or a price within any of the selected ranges. */
function setOfFacet(
  state: IndexState,
  store: StoreCode,
  scope: number,
  facet: ChosenFacet,
  whole: Bitmap,
): Bitmap {
  const number = storeNumber[store]
  const union = readUnion(
    state.db,
    facet.ids.map((id) => valueSet(id, number)),
    whole,
  )
  for (const range of facet.ranges) {
    const rows = state.db.all<{ id: number }>(
      `select key / ${storeSlots} as id from placement_price where scope = ? and price between ? and ?`,
      scope,
      range.fromMinor,
      range.upToMinor,
    )
    for (const [piece, bits] of setOf(rows.map((row) => row.id))) {
      const known = union.get(piece)
      union.set(piece, known ? known.map((word, index) => word | bits[index]!) : bits)
    }
  }
  return union
}

/** Number of the products that have each value; values without any are omitted. */
export function countValues(
  state: IndexState,
  store: StoreCode,
  members: Bitmap,
  values: readonly number[],
): FacetCounts {
  const number = storeNumber[store]
  const ids = values.map((value) => valueSet(value, number))
  const counts = countsWithin(state, members, ids)
  const found: FacetCounts = new Map()
  for (const [at, value] of values.entries()) {
    const count = counts.get(ids[at]!) ?? 0
    if (count > 0) found.set(value, count)
  }
  return found
}

/** The table with the keys of a listing in the order of a sort, and its order clause. */
export const sortedPlacements: Record<ListingSort, { table: string; order: string }> = {
  relevance: { table: 'placement', order: 'relevance, key' },
  price_asc: { table: 'placement_price', order: 'price, relevance, key' },
  price_desc: { table: 'placement_price', order: 'price desc, relevance desc, key desc' },
  name: { table: 'placement_name', order: 'name_rank, key' },
}

/** Up to this many products are read and sorted; above it, the listing is scanned in its order. */
const mostSorted = 3_000

/** Keys of the entries of one page. */
export function narrowedPage(
  state: IndexState,
  store: StoreCode,
  scope: number,
  found: { members: Bitmap; total: number },
  sort: ListingSort,
  page: number,
): number[] {
  const offset = (page - 1) * productsPerPage
  if (offset >= found.total) return []
  if (found.total > mostSorted) return walk(state, scope, found.members, sort, offset)
  const keys = membersOf(found.members).map((id) => entryKey(id, store))
  return state.db.column<number>(
    `select key from entry where key in (select value from json_each(?))
     order by ${sortedPlacements[sort].order} limit ${productsPerPage} offset ?`,
    JSON.stringify(keys),
    offset,
  )
}

function walk(
  state: IndexState,
  scope: number,
  members: Bitmap,
  sort: ListingSort,
  offset: number,
): number[] {
  const keys: number[] = []
  let passed = 0
  const rows = state.db.iterate<{ key: number }>(
    `select key from ${sortedPlacements[sort].table} where scope = ? order by ${sortedPlacements[sort].order}`,
    scope,
  )
  for (const { key } of rows) {
    if (!hasMember(members, productOfKey(key))) continue
    if (passed++ < offset) continue
    keys.push(key)
    if (keys.length === productsPerPage) break
  }
  return keys
}
