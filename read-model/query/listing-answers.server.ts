/**
 * Listings by category branch, brand and tag. A page of a whole listing is one index scan, with stored hit
 * count and facets; a narrowed listing intersects bitmaps. The number of queries depends on the selected
 * facets, never on the number of products.
 */
import type { StoreCode } from '../../domain/stores/stores.ts'
import {
  productsPerPage,
  type Listing,
  type ListingQuery,
  type ListingScope,
} from '../../domain/catalogue/catalogue.ts'
import { type ListingSort } from '../../contract/catalogue.ts'
import { cardCache } from './card-cache.server.ts'
import { countOf } from './category-answers.server.ts'
import { chosenFacets, facetsShown, keptCounts, type ChosenFacet } from './facet-answers.server.ts'
import { scopeKey } from '../schema/index-schema.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'
import { narrow, narrowedPage, sortedPlacements } from './narrowed-listing.server.ts'
import { cardsOf } from './product-cards.server.ts'

/** The table of each sort; the reverse sort scans it from the other end. */
const descending: Record<ListingSort, string> = {
  relevance: 'relevance desc, key desc',
  price_asc: 'price desc, relevance desc, key desc',
  price_desc: 'price, relevance, key',
  name: 'name_rank desc, key desc',
}

/** The listing's id, or null if the store has no such category, brand or tag. */
export function scopeOf(state: IndexState, store: StoreCode, scope: ListingScope): number | null {
  const { structure } = state
  if (scope.kind === 'category') {
    const category = structure.categoryByPath.get(`${store}/${scope.path}`)
    return category ? scopeKey('category', category.id, store) : null
  }
  if (scope.kind === 'brand') {
    const brand = structure.brandBySlug.get(scope.slug)
    return brand ? scopeKey('brand', brand.id, store) : null
  }
  if (scope.kind === 'tag') {
    const tag = structure.tagBySlug.get(`${store}/${scope.slug}`)
    return tag ? scopeKey('tag', tag.id, store) : null
  }
  return null
}

/** Page numbers are whole and start at 1; beyond the last page the list is empty. */
export function pageOf(page: number): number {
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, 1_000_000) : 1
}

export function listingAnswer(state: IndexState, store: StoreCode, query: ListingQuery): Listing | null {
  const scope = scopeOf(state, store, query.scope)
  if (scope === null) return null
  const chosen = chosenFacets(state, store, query.facets)
  if (chosen.length > 0) return narrowedListing(state, store, scope, chosen, query)
  return wholeListing(state, store, scope, query)
}

/** Assembles the response of a page. */
export function listingOf(
  state: IndexState,
  store: StoreCode,
  found: { keys: readonly number[]; total: number; page: number; facets: Listing['facets'] },
): Listing {
  const { cards, changesAt } = cardsOf(state, store, found.keys)
  const pageCount = Math.max(1, Math.ceil(found.total / productsPerPage))
  return { products: cards, total: found.total, page: found.page, pageCount, facets: found.facets, changesAt }
}

function wholeListing(state: IndexState, store: StoreCode, scope: number, query: ListingQuery): Listing {
  const total = countOf(state, scope)
  const page = pageOf(query.page)
  const counts = keptCounts(state, scope)
  const facets = keep(state, `facets/${scope}`, () => facetsShown(state, store, [], counts, () => counts))
  return listingOf(state, store, {
    keys: rememberedKeys(state, scope, query.sort, page, total),
    total,
    page,
    facets,
  })
}

function rememberedKeys(
  state: IndexState,
  scope: number,
  sort: ListingSort,
  page: number,
  total: number,
): readonly number[] {
  const { pages } = cardCache(state)
  const name = `${scope}/${sort}/${page}`
  const known = pages.get(name)
  if (known !== undefined) return known
  const keys = pageKeys(state, scope, sort, page, total)
  pages.set(name, keys)
  return keys
}

/** One page from the index of the sort, scanned from the nearer end. */
function pageKeys(
  state: IndexState,
  scope: number,
  sort: ListingSort,
  page: number,
  total: number,
): number[] {
  const offset = (page - 1) * productsPerPage
  const size = Math.min(productsPerPage, total - offset)
  if (size <= 0) return []
  const fromEnd = offset > total / 2
  const rows = state.db.all<{ key: number }>(
    `select key from ${sortedPlacements[sort].table} where scope = ? order by ${fromEnd ? descending[sort] : sortedPlacements[sort].order} limit ? offset ?`,
    scope,
    size,
    fromEnd ? total - offset - size : offset,
  )
  const keys = rows.map(({ key }) => key)
  return fromEnd ? keys.reverse() : keys
}

function narrowedListing(
  state: IndexState,
  store: StoreCode,
  scope: number,
  chosen: ChosenFacet[],
  query: ListingQuery,
): Listing {
  const page = pageOf(query.page)
  const narrowed = narrow(state, store, scope, chosen)
  const keys = narrowedPage(state, store, scope, narrowed, query.sort, page)
  const facets = facetsShown(state, store, chosen, narrowed.counts, narrowed.countsFor)
  return listingOf(state, store, { keys, total: narrowed.total, page, facets })
}
