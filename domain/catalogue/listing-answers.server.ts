/**
 * Listings by category branch, brand and tag. A page of a whole listing is one walk along an index, its
 * number of hits and facets are kept beside it; a narrowed listing is worked out within bounds. The number of
 * queries depends on the facets chosen, never on the number of products.
 */
import type { StoreCode } from '../stores/stores.ts'
import {
  productsPerPage,
  type Listing,
  type ListingQuery,
  type ListingScope,
  type ListingSort,
} from './catalogue.ts'
import { countOf } from './category-answers.server.ts'
import {
  chosenFacets,
  countedHits,
  countFacets,
  facetsShown,
  keptCounts,
  type ChosenFacet,
  type FacetCounts,
  type HitRow,
} from './facet-answers.server.ts'
import { scopeKey } from './index-schema.server.ts'
import { keep, type IndexState } from './index-state.server.ts'
import { cardRows, cardsOf, type CardRow } from './product-answers.server.ts'

const ascending: Record<ListingSort, string> = {
  relevance: 'p.relevance, p.key',
  price_asc: 'p.price, p.relevance, p.key',
  price_desc: 'p.price desc, p.relevance desc, p.key desc',
  name: 'p.name_rank, p.relevance, p.key',
}
const descending: Record<ListingSort, string> = {
  relevance: 'p.relevance desc, p.key desc',
  price_asc: 'p.price desc, p.relevance desc, p.key desc',
  price_desc: 'p.price, p.relevance, p.key',
  name: 'p.name_rank desc, p.relevance desc, p.key desc',
}

/** The listing's number, or null where the store has no such category, brand or tag. */
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

/** Page numbers as they are: whole, from 1 on; beyond the last page the list is empty. */
export function pageOf(page: number): number {
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, 1_000_000) : 1
}

export function listingAnswer(state: IndexState, store: StoreCode, query: ListingQuery): Listing | null {
  const scope = scopeOf(state, store, query.scope)
  if (scope === null) return null
  const chosen = chosenFacets(state, store, query.facets)
  return chosen.length === 0
    ? wholeListing(state, store, scope, query)
    : narrowedListing(state, store, scope, chosen, query)
}

/** Puts a page's answer together. */
export function listingOf(
  state: IndexState,
  store: StoreCode,
  found: { rows: CardRow[]; total: number; page: number; facets: Listing['facets'] },
): Listing {
  const { cards, changesAt } = cardsOf(state, store, found.rows)
  const pageCount = Math.max(1, Math.ceil(found.total / productsPerPage))
  return { products: cards, total: found.total, page: found.page, pageCount, facets: found.facets, changesAt }
}

function wholeListing(state: IndexState, store: StoreCode, scope: number, query: ListingQuery): Listing {
  const total = countOf(state, scope)
  const page = pageOf(query.page)
  const counts = keptCounts(state, scope)
  const facets = keep(state, `facets/${scope}`, () => facetsShown(state, store, [], counts, () => counts))
  return listingOf(state, store, {
    rows: pageRows(state, scope, query.sort, page, total),
    total,
    page,
    facets,
  })
}

/** One page along the index of the sort, walked from whichever end is nearer. */
function pageRows(
  state: IndexState,
  scope: number,
  sort: ListingSort,
  page: number,
  total: number,
): CardRow[] {
  const offset = (page - 1) * productsPerPage
  const size = Math.min(productsPerPage, total - offset)
  if (size <= 0) return []
  const fromEnd = offset > total / 2
  const rows = state.db.all<CardRow>(
    `select c.key, c.body from (
       select key from placement p where scope = ? order by ${(fromEnd ? descending : ascending)[sort]} limit ? offset ?
     ) p cross join card c on c.key = p.key`,
    scope,
    size,
    fromEnd ? total - offset - size : offset,
  )
  return fromEnd ? rows.reverse() : rows
}

type SortedHit = HitRow & { relevance: number; name_rank: number }

function narrowedListing(
  state: IndexState,
  store: StoreCode,
  scope: number,
  chosen: ChosenFacet[],
  query: ListingQuery,
): Listing {
  const page = pageOf(query.page)
  const offset = (page - 1) * productsPerPage
  const hits = narrowedHits(state, scope, chosen, countedHits + 1)
  const complete = hits.length <= countedHits
  const total = complete ? hits.length : narrowedTotal(state, scope, chosen)
  const keys = complete
    ? hits
        .sort(comparators[query.sort])
        .slice(offset, offset + productsPerPage)
        .map((hit) => hit.key)
    : narrowedPage(state, scope, chosen, query.sort, offset)
  const countsFor = (code: string): FacetCounts => {
    const others = chosen.filter((facet) => facet.code !== code)
    return others.length === 0
      ? keptCounts(state, scope)
      : countFacets(narrowedHits(state, scope, others, countedHits))
  }
  const facets = facetsShown(state, store, chosen, countFacets(hits), countsFor)
  return listingOf(state, store, { rows: cardRows(state, keys), total, page, facets })
}

const comparators: Record<ListingSort, (a: SortedHit, b: SortedHit) => number> = {
  relevance: (a, b) => a.relevance - b.relevance || a.key - b.key,
  price_asc: (a, b) => a.price - b.price || a.relevance - b.relevance || a.key - b.key,
  price_desc: (a, b) => b.price - a.price || b.relevance - a.relevance || b.key - a.key,
  name: (a, b) => a.name_rank - b.name_rank || a.relevance - b.relevance || a.key - b.key,
}

/** A condition per chosen facet on a product `p` with `key` and `price`, and its parameters. */
function conditionsOf(chosen: readonly ChosenFacet[]): { sql: string; values: string[] } {
  const values: string[] = []
  const parts = chosen.map((facet) => {
    values.push(
      JSON.stringify(facet.ids),
      JSON.stringify(facet.ranges.map((range) => [range.fromMinor, range.toMinor])),
    )
    return `(exists (select 1 from json_each(?) j cross join posting o on o.value = j.value and o.key = p.key)
      or exists (select 1 from json_each(?) j where p.price between j.value ->> 0 and j.value ->> 1))`
  })
  return { sql: parts.join(' and '), values }
}

/** Beyond this many rows it pays to start from the rarest facet value instead of the listing. */
const shortListing = 20_000

/** Products of the listing that have the chosen values, at most `limit`, the most relevant first where there are more. */
function narrowedHits(
  state: IndexState,
  scope: number,
  chosen: readonly ChosenFacet[],
  limit: number,
): SortedHit[] {
  const conditions = conditionsOf(chosen)
  const rarest = countOf(state, scope) > shortListing ? rarestOf(state, chosen) : null
  if (rarest) {
    return state.db.all<SortedHit>(
      `select distinct e.key, e.relevance, e.price, e.name_rank, e.facets
       from json_each(?) r cross join posting s on s.value = r.value cross join entry e on e.key = s.key
       cross join placement p on p.scope = ? and p.relevance = e.relevance and p.key = e.key
       where ${conditions.sql} limit ?`,
      JSON.stringify(rarest.ids),
      scope,
      ...conditions.values,
      limit,
    )
  }
  return state.db.all<SortedHit>(
    `select e.key, e.relevance, e.price, e.name_rank, e.facets
     from placement p cross join entry e on e.key = p.key
     where p.scope = ? and ${conditions.sql} order by p.relevance, p.key limit ?`,
    scope,
    ...conditions.values,
    limit,
  )
}

/** The chosen facet with the fewest products in the whole shop, where it has few enough to start from. */
function rarestOf(state: IndexState, chosen: readonly ChosenFacet[]): ChosenFacet | null {
  let rarest: ChosenFacet | null = null
  let fewest = shortListing
  for (const facet of chosen) {
    if (facet.ranges.length > 0) continue
    const row = state.db.get<{ found: number }>(
      'select count(*) as found from (select 1 from json_each(?) j cross join posting o on o.value = j.value limit ?)',
      JSON.stringify(facet.ids),
      fewest,
    )
    if (row!.found < fewest) {
      fewest = row!.found
      rarest = facet
    }
  }
  return rarest
}

function narrowedTotal(state: IndexState, scope: number, chosen: readonly ChosenFacet[]): number {
  const [only] = chosen
  // One value of one facet: the index has the count.
  if (chosen.length === 1 && only && only.ids.length === 1 && only.ranges.length === 0) {
    return keptCounts(state, scope).get(only.ids[0]!) ?? 0
  }
  const conditions = conditionsOf(chosen)
  return keep(state, `total/${scope}/${JSON.stringify(chosen)}`, () => {
    const sql = `select count(*) as total from placement p where p.scope = ? and ${conditions.sql}`
    return state.db.get<{ total: number }>(sql, scope, ...conditions.values)!.total
  })
}

function narrowedPage(
  state: IndexState,
  scope: number,
  chosen: readonly ChosenFacet[],
  sort: ListingSort,
  offset: number,
): number[] {
  const conditions = conditionsOf(chosen)
  const sql = `select p.key from placement p where p.scope = ? and ${conditions.sql} order by ${ascending[sort]} limit ? offset ?`
  return state.db
    .all<{ key: number }>(sql, scope, ...conditions.values, productsPerPage, offset)
    .map((row) => row.key)
}
