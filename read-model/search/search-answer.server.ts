/**
 * A page of search results: the products found (find-products.server.ts) sorted, filtered and counted like a
 * listing, with the categories that the words name, and suggestions if the words were mistyped or found
 * nothing.
 */
import {
  productsPerPage,
  type Listing,
  type ListingQuery,
  type SearchAnswer,
  type SearchSuggestions,
} from '../../domain/catalogue/catalogue.ts'
import { type ListingSort } from '../../contract/catalogue.ts'
import {
  chosenFacets,
  countFacets,
  facetsShown,
  fits,
  type ChosenFacet,
  type HitRow,
} from '../query/facet-answers.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import { listingOf, pageOf } from '../query/listing-answers.server.ts'
import type { StructureRows } from '../schema/catalogue-rows.server.ts'
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { countHits, type BestHits } from './hit-counts.server.ts'
import { docsBehind, findProducts, type Found } from './find-products.server.ts'
import { matchAll } from './match-expressions.ts'
import { planQuery, type QueryPlan } from './query-plan.ts'
import { withoutForeignBrand } from './foreign-brands.ts'
import { findCategories, nearestCategories } from './search-categories.server.ts'
import { createSynonyms, type Synonyms } from '../../domain/search/search-synonyms.ts'
import { vocabularyOf } from './vocabulary.server.ts'
import type { Vocabulary } from './vocabulary.ts'

export type SearchQuery = Omit<ListingQuery, 'scope'> & { query: string; withFacets?: boolean }

/** A result before its cards are written: valid until the index changes, independent of the time. */
export interface Outline {
  keys: number[]
  total: number
  facets: Listing['facets']
  facetsAreLeast?: boolean
  categories: SearchAnswer['categories']
  suggestions: SearchSuggestions
}

/** Runs a search; never throws for any typed text. */
export function searchOutline(state: IndexState, store: StoreCode, query: SearchQuery): Outline {
  const chosen = chosenFacets(state, store, query.facets)
  const plan = planOf(state, store, query.query)
  const found = findProducts(state, store, query.query, plan)
  // A brand name is not corrected to a similar word.
  const other = found.isSure && plan.corrected === null ? null : findInstead(state, store, plan)
  if (other) {
    return {
      ...pageOfHits(state, store, other.found, query, chosen),
      categories: findCategories(state, store, other.plan),
      suggestions: {
        shownFor: other.query,
        insteadOf: other.brand,
        isFull: false,
        queries: [],
        categories: [],
      },
    }
  }
  return {
    ...pageOfHits(state, store, found, query, chosen),
    categories: findCategories(state, store, plan),
    suggestions: suggestionsOf(state, store, plan, found),
  }
}

function planOf(state: IndexState, store: StoreCode, query: string): QueryPlan {
  return planQuery(query, store, synonymsOf(state, store), vocabularyOf(state, store))
}

/** What the store has instead of a brand that it does not sell; null if the query names none. */
function findInstead(state: IndexState, store: StoreCode, asked: QueryPlan) {
  const vocabulary = vocabularyOf(state, store)
  const rest = withoutForeignBrand(asked.words, store, (word) => vocabulary.isBrand(word))
  if (!rest) return null
  const plan = planOf(state, store, rest.query)
  const found = findProducts(state, store, rest.query, plan)
  return found.isWhole ? { ...rest, plan, found } : null
}

/** Writes the current cards of the found products. */
export function searchAnswer(
  state: IndexState,
  store: StoreCode,
  query: SearchQuery,
  found: Outline,
): SearchAnswer {
  const { keys, total, facets, facetsAreLeast = false, categories, suggestions } = found
  const listing = listingOf(state, store, { keys, total, page: pageOf(query.page), facets })
  return { ...listing, ...(facetsAreLeast && { facetsAreLeast }), categories, suggestions }
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

function suggestionsOf(
  state: IndexState,
  store: StoreCode,
  plan: QueryPlan,
  found: Found,
): SearchSuggestions {
  const queries = [found.correctedNumber, plan.corrected].filter((query) => query !== null)
  const shownFor = found.total > 0 ? (found.correctedNumber ?? plan.corrected) : null
  const isFull = found.total > 0 && found.isWhole && shownFor === null
  if (found.total > 0 && found.isWhole) return { shownFor, insteadOf: null, isFull, queries, categories: [] }
  // Each word by itself finds more than all of them together.
  const vocabulary = vocabularyOf(state, store)
  const single =
    plan.read.length > 1
      ? plan.read
          .filter(({ typed, text, folded }) => typed.length > 2 && isSpelled(vocabulary, text, folded))
          .map((word) => word.typed)
          .filter((word) => isFound(state, store, word))
      : []
  return {
    shownFor,
    insteadOf: null,
    isFull,
    queries: [...new Set([...queries, ...single])].slice(0, 5),
    categories: found.total > 0 ? [] : nearestCategories(state, store, plan),
  }
}

/** Whether the catalogue spells the word so; an unfinished or mistyped one finds products too. */
function isSpelled(vocabulary: Vocabulary, text: string, folded: string): boolean {
  return (
    vocabulary.has(text) || vocabulary.isBrand(folded) || (/\d/.test(text) && vocabulary.hasDesignation(text))
  )
}

/** Whether some product has the word. */
function isFound(state: IndexState, store: StoreCode, word: string): boolean {
  const { groups } = planOf(state, store, word)
  const sql = `select 1 from words_${store} where words_${store} match ? limit 1`
  return groups.length > 0 && state.db.column<number>(sql, matchAll(groups, 'strict')).length > 0
}

/** A hit with the values it is sorted, filtered and counted by. */
interface FullHit extends HitRow {
  relevance: number
  name_rank: number
}

const orders: Record<Exclude<ListingSort, 'relevance'>, (a: FullHit, b: FullHit) => number> = {
  price_asc: (a, b) => a.price - b.price || a.relevance - b.relevance || a.key - b.key,
  price_desc: (a, b) => b.price - a.price || a.relevance - b.relevance || a.key - b.key,
  name: (a, b) => a.name_rank - b.name_rank || a.key - b.key,
}

function pageOfHits(
  state: IndexState,
  store: StoreCode,
  found: Found,
  query: SearchQuery,
  chosen: ChosenFacet[],
): Pick<Outline, 'keys' | 'total' | 'facets' | 'facetsAreLeast'> {
  const offset = (pageOf(query.page) - 1) * productsPerPage
  if (query.sort === 'relevance' && chosen.length === 0) {
    const page = { keys: keysOf(state, store, found, offset), total: found.total }
    if (query.withFacets === false) return { ...page, facets: [] }
    const { counts, areLeast } = countHits(state, store, found, bestHits(state, store, found))
    const facets = facetsShown(state, store, [], counts, () => counts)
    return { ...page, facets, facetsAreLeast: areLeast }
  }
  const all = allHits(state, store, found)
  const fitting = chosen.length === 0 ? all : all.filter((hit) => fits(hit, valuesOf(hit), chosen))
  const isCut = found.total > all.length
  const total = chosen.length === 0 ? found.total : fitting.length
  const sorted = query.sort === 'relevance' ? fitting : fitting.toSorted(orders[query.sort])
  const keys = sorted.slice(offset, offset + productsPerPage).map((hit) => hit.key)
  if (query.withFacets === false) return { keys, total, facets: [] }
  const countsFor = (code: string) => {
    const others = chosen.filter((facet) => facet.code !== code)
    return countFacets(facetsOf(all.filter((hit) => fits(hit, valuesOf(hit), others))))
  }
  const { counts, areLeast } =
    chosen.length > 0
      ? { counts: countFacets(facetsOf(fitting)), areLeast: isCut }
      : countHits(state, store, found, { keys: all.map((hit) => hit.key), facets: facetsOf(all) })
  return {
    keys,
    total,
    facets: facetsShown(state, store, chosen, counts, countsFor),
    facetsAreLeast: areLeast,
  }
}

function facetsOf(hits: readonly HitRow[]): string[] {
  return hits.map((hit) => hit.facets)
}

function valuesOf(hit: HitRow): number[] {
  return JSON.parse(hit.facets) as number[]
}

/** Hits of a broad query whose facet values are shown: the scored ones, then the best-selling. */
const mostCounted = 400
/** Maximum number of hits that are filtered or sorted differently. */
const mostNarrowed = 10_000

/** The hits in order of relevance, with the values that facets and sorts need. */
function allHits(state: IndexState, store: StoreCode, found: Found): FullHit[] {
  const weighed = weighedHits(state, found)
  if (found.total <= found.hits.length) return weighed
  const others = state.db.all<FullHit>(
    `select ${hitColumns} from json_each(?) j cross join entry e on e.doc = j.value`,
    JSON.stringify(docsBehind(state, store, found, 0, mostNarrowed)),
  )
  return [...weighed, ...others]
}

/** The scored hits followed by the best-selling of the others, regardless of relevance: for counts. */
function bestHits(state: IndexState, store: StoreCode, found: Found): BestHits {
  const keys = found.hits.map((hit) => hit.key)
  const weighed = state.db.column<string>(
    'select e.facets from json_each(?) j cross join entry e on e.key = j.value',
    JSON.stringify(keys),
  )
  if (found.total <= found.hits.length || found.match === null) return { keys, facets: weighed }
  const known = new Set(found.hits.map((hit) => hit.doc))
  const docs = state.db.column<number>(
    `select rowid from words_${store} where words_${store} match ? order by rowid limit ${mostCounted}`,
    found.match,
  )
  const others = state.db.column<string>(
    'select e.facets from json_each(?) j cross join entry e on e.doc = j.value',
    JSON.stringify(docs.filter((doc) => !known.has(doc))),
  )
  return { keys, facets: [...weighed, ...others] }
}

const hitColumns = 'e.key, e.price, e.facets, e.relevance, e.name_rank'

function weighedHits(state: IndexState, found: Found): FullHit[] {
  return state.db.all<FullHit>(
    `select ${hitColumns} from json_each(?) j cross join entry e on e.key = j.value`,
    JSON.stringify(found.hits.map((hit) => hit.key)),
  )
}

/** A page in order of relevance. */
function keysOf(state: IndexState, store: StoreCode, found: Found, offset: number): number[] {
  const keys = found.hits.slice(offset, offset + productsPerPage).map((hit) => hit.key)
  const missing = productsPerPage - keys.length
  if (missing === 0 || found.total <= found.hits.length) return keys
  const docs = docsBehind(state, store, found, Math.max(0, offset - found.hits.length), missing)
  const rows = state.db.all<{ key: number }>(
    'select d.key from json_each(?) j cross join document d on d.doc = j.value',
    JSON.stringify(docs),
  )
  return [...keys, ...rows.map((row) => row.key)]
}
