/**
 * A page of search: the products found (find-products.server.ts) sorted, narrowed and counted as a listing,
 * with the categories that the words name, and a way on where the words were mistyped or found nothing.
 */
import {
  productsPerPage,
  type Listing,
  type ListingQuery,
  type ListingSort,
  type SearchAnswer,
  type SearchSuggestions,
} from '../catalogue/catalogue.ts'
import {
  chosenFacets,
  countFacets,
  facetsShown,
  fits,
  type ChosenFacet,
  type HitRow,
} from '../catalogue/facet-answers.server.ts'
import { keep, type IndexState } from '../catalogue/index-state.server.ts'
import { listingOf, pageOf } from '../catalogue/listing-answers.server.ts'
import { cardRows } from '../catalogue/product-answers.server.ts'
import type { StructureRows } from '../catalogue/catalogue-rows.server.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import { findProducts, weighedHits, type Found, type SearchHit } from './find-products.server.ts'
import { matchAll, planQuery, type QueryPlan } from './query-plan.ts'
import { findCategories, nearestCategories } from './search-categories.server.ts'
import { createSynonyms, type Synonyms } from './search-synonyms.ts'
import { vocabularyOf } from './vocabulary.server.ts'

/** Hits of which more than their weight is read for a page of relevance; facets are counted over these. */
const readHits = 200
/** The same for an answer without facets: a page, and what may stand above it for its stock. */
const readForPage = 48

export type SearchQuery = Omit<ListingQuery, 'scope'> & { query: string; withFacets?: boolean }

/** An answer before its cards are written: holds until the index changes, whatever the clock says. */
interface Outline {
  keys: number[]
  total: number
  facets: Listing['facets']
  categories: SearchAnswer['categories']
  suggestions: SearchSuggestions
}

/** Answers a query; never throws for what people type. */
export function searchAnswer(state: IndexState, store: StoreCode, query: SearchQuery): SearchAnswer {
  const page = pageOf(query.page)
  const chosen = chosenFacets(state, store, query.facets)
  const isCommon = page === 1 && query.sort === 'relevance' && chosen.length === 0
  const name = `search/${store}/${query.withFacets !== false}/${query.query.slice(0, 300)}`
  const { keys, total, facets, categories, suggestions } =
    isCommon && query.query.length <= 60
      ? keep(state, name, () => outlineOf(state, store, query, chosen))
      : outlineOf(state, store, query, chosen)
  const listing = listingOf(state, store, { rows: cardRows(state, keys), total, page, facets })
  return { ...listing, categories, suggestions }
}

function outlineOf(state: IndexState, store: StoreCode, query: SearchQuery, chosen: ChosenFacet[]): Outline {
  const page = pageOf(query.page)
  const plan = planQuery(query.query, store, synonymsOf(state, store), vocabularyOf(state, store))
  const isPlain = query.sort === 'relevance' && chosen.length === 0
  const needed = query.withFacets === false && page === 1 ? readForPage : readHits
  const isNear = isPlain && page * productsPerPage <= readHits
  const found = findProducts(state, store, query.query, plan, isNear ? needed : weighedHits)
  return {
    ...pageOfHits(state, store, found, query, chosen),
    categories: findCategories(state, store, plan),
    suggestions: suggestionsOf(state, store, plan, found, (word) => isFound(state, store, word)),
  }
}

const synonymTables = new WeakMap<StructureRows, Record<StoreCode, Synonyms>>()

function synonymsOf(state: IndexState, store: StoreCode): Synonyms {
  const { rows } = state.structure
  let tables = synonymTables.get(rows)
  if (!tables) {
    const made = storeCodes.map((code) => [code, createSynonyms(code, rows.synonyms)])
    tables = Object.fromEntries(made) as Record<StoreCode, Synonyms>
    synonymTables.set(rows, tables)
  }
  return tables[store]
}

function suggestionsOf(state: IndexState, store: StoreCode, plan: QueryPlan, found: Found, finds: (word: string) => boolean): SearchSuggestions {
  const queries = [found.correctedNumber, plan.corrected].filter((query) => query !== null)
  if (found.total > 0 && found.isWhole) return { shownFor: plan.corrected, queries, categories: [] }
  // Each word by itself finds more than all of them together.
  const single = plan.words.length > 1 ? plan.words.map((word) => word.typed).filter((word) => word.length > 2 && finds(word)) : []
  return {
    shownFor: found.correctedNumber,
    queries: [...new Set([...queries, ...single])].slice(0, 5),
    categories: found.total > 0 ? [] : nearestCategories(state, store, plan),
  }
} // prettier-ignore

/** Whether some product has the word. */
function isFound(state: IndexState, store: StoreCode, word: string): boolean {
  const { groups } = planQuery(word, store, synonymsOf(state, store), vocabularyOf(state, store))
  const sql = `select 1 from words_${store} where words_${store} match ? limit 1`
  return groups.length > 0 && state.db.all(sql, matchAll(groups, 'strict')).length > 0
}

const orders: Record<
  Exclude<ListingSort, 'relevance'>,
  [sql: string, compare: (a: SearchHit, b: SearchHit) => number]
> = {
  price_asc: [
    'e.price, e.relevance, e.key',
    (a, b) => a.price - b.price || a.relevance - b.relevance || a.key - b.key,
  ],
  price_desc: [
    'e.price desc, e.relevance, e.key',
    (a, b) => b.price - a.price || a.relevance - b.relevance || a.key - b.key,
  ],
  name: ['e.name_rank, e.key', (a, b) => a.name_rank - b.name_rank || a.key - b.key],
}

function pageOfHits(
  state: IndexState,
  store: StoreCode,
  found: Found,
  query: SearchQuery,
  chosen: ChosenFacet[],
): Pick<Outline, 'keys' | 'total' | 'facets'> {
  const page = pageOf(query.page)
  const offset = (page - 1) * productsPerPage
  const fitting =
    chosen.length === 0 ? found.hits : found.hits.filter((hit) => fits(hit, valuesOf(hit), chosen))
  const total = chosen.length === 0 ? found.total : fitting.length
  const isWhole = total === fitting.length
  const sort = query.sort
  let keys: number[]
  if (isWhole || (sort === 'relevance' && offset + productsPerPage <= fitting.length)) {
    const sorted = sort === 'relevance' ? fitting : fitting.toSorted(orders[sort][1])
    keys = sorted.slice(offset, offset + productsPerPage).map((hit) => hit.key)
  } else {
    keys = found.match === null ? [] : broadPage(state, store, found.match, sort, offset)
  }
  if (query.withFacets === false) return { keys, total, facets: [] }
  const countsFor = (code: string) => {
    const others = chosen.filter((facet) => facet.code !== code)
    return countFacets(found.hits.filter((hit) => fits(hit, valuesOf(hit), others)).slice(0, readHits))
  }
  const facets = facetsShown(state, store, chosen, countFacets(fitting.slice(0, readHits)), countsFor)
  return { keys, total, facets }
}

function valuesOf(hit: HitRow): number[] {
  return JSON.parse(hit.facets) as number[]
}

/** A page of a broad query beyond the weighed hits, or in another order than relevance. */
function broadPage(
  state: IndexState,
  store: StoreCode,
  match: string,
  sort: ListingSort,
  offset: number,
): number[] {
  const table = `words_${store}`
  const sql =
    sort === 'relevance'
      ? `select e.key from (select rowid as doc from ${table} where ${table} match ? order by rowid limit ? offset ?) f
         cross join entry e on e.doc = f.doc`
      : `select e.key from ${table} f cross join entry e on e.doc = f.rowid where ${table} match ?
         order by ${orders[sort][0]} limit ? offset ?`
  return state.db.all<{ key: number }>(sql, match, productsPerPage, offset).map((row) => row.key)
}
