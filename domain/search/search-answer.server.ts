/**
 * Product search over the index: exact article numbers first, then products with all words of the query (the
 * last one may be a beginning), and only where there are none, products with any of them. Of a broad query
 * only the best-selling hits are weighed; the rest follows them in the order of the listings.
 */
import type {
  Listing,
  ListingQuery,
  ListingSort,
  SearchAnswer,
  SearchCategoryHit,
} from '../catalogue/catalogue.ts'
import { productsPerPage } from '../catalogue/catalogue.ts'
import { hierarchy } from '../catalogue/catalogue-structure.server.ts'
import {
  chosenFacets,
  countFacets,
  facetsShown,
  fits,
  type ChosenFacet,
  type HitRow,
} from '../catalogue/facet-answers.server.ts'
import { entryKey, storeNumber } from '../catalogue/index-schema.server.ts'
import { keep, type IndexState } from '../catalogue/index-state.server.ts'
import { listingOf, pageOf } from '../catalogue/listing-answers.server.ts'
import { cardRows } from '../catalogue/product-answers.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { foldedIdentifier, foldedWords, matchExpression, queryWords } from './search-words.ts'

/** Hits of a query that are weighed against each other: the best-selling ones. */
const weighedHits = 700
/** Hits of which more than their weight is read for a page of relevance; facets are counted over these. */
const readHits = 200
const mostCategories = 5

/** Weights of the word columns: name, brand, codes, attributes, categories, fits. */
const weights = '10.0, 6.0, 8.0, 3.0, 4.0, 2.0'

interface SearchHit extends HitRow {
  relevance: number
  name_rank: number
  doc: number
  score: number
}

type SearchQuery = Omit<ListingQuery, 'scope'> & { query: string }

export function searchAnswer(state: IndexState, store: StoreCode, query: SearchQuery): SearchAnswer {
  const words = queryWords(query.query)
  const page = pageOf(query.page)
  if (words.length === 0) {
    return { products: [], total: 0, page, pageCount: 1, facets: [], changesAt: null, categories: [] }
  }
  const chosen = chosenFacets(state, store, query.facets)
  const isPlain = query.sort === 'relevance' && chosen.length === 0 && page * productsPerPage <= readHits
  const found = findProducts(state, store, query.query, words, isPlain ? readHits : weighedHits)
  return {
    ...pageOfHits(state, store, found, query, chosen),
    categories: findCategories(state, store, words),
  }
}

interface Found {
  /** Best first; all hits, or the weighed ones of a broad query, or the first of these where no more are needed. */
  hits: SearchHit[]
  total: number
  /** Expression that gave them. */
  match: string
}

/** `needed`: how many hits from the top must be complete. */
function findProducts(
  state: IndexState,
  store: StoreCode,
  text: string,
  words: readonly string[],
  needed: number,
): Found {
  const exact = exactHits(state, store, text)
  let match = matchExpression(words, 'all')
  let weighed = weigh(state, store, match)
  if (weighed.length === 0 && exact.length === 0 && words.length > 1) {
    match = matchExpression(words, 'any')
    weighed = weigh(state, store, match)
  }
  const ownDocs = new Set(exact.map((hit) => hit.doc))
  const others = weighed.filter((hit) => !ownDocs.has(hit.doc))
  const matches = weighed.length < weighedHits ? weighed.length : countMatches(state, store, match)
  const total = exact.length + matches - (weighed.length - others.length)
  return { hits: [...exact, ...readDocuments(state, others.slice(0, needed)).sort(better)], total, match }
}

/** What can be had stands above what cannot where the words fit equally well; then what sells. */
function better(a: SearchHit, b: SearchHit): number {
  return a.score - b.score || a.relevance - b.relevance || a.key - b.key
}

function exactHits(state: IndexState, store: StoreCode, text: string): SearchHit[] {
  const code = foldedIdentifier(text)
  if (code.length < 3) return []
  const rows = state.db.all<{ id: number }>(
    `select distinct coalesce(p.variant_of, p.id) as id from identifier i cross join product p on p.id = i.product
     where i.code = ? limit 50`,
    code,
  )
  const keys = JSON.stringify(rows.map((row) => entryKey(row.id, store)))
  return state.db.all<SearchHit>(
    `select e.key, e.price, e.facets, e.relevance, e.name_rank, e.doc, 0 as score
     from json_each(?) j cross join entry e on e.key = j.value where e.listed = 1 order by e.relevance, e.key`,
    keys,
  )
}

interface Weighed {
  doc: number
  score: number
}

/** The best-selling products that match, best first; documents are numbered in the order of the listings. */
function weigh(state: IndexState, store: StoreCode, match: string): Weighed[] {
  const rows = state.db.all<Weighed>(
    `select rowid as doc, bm25(words_${store}, ${weights}) as score from words_${store}
     where words_${store} match ? order by rowid limit ${weighedHits}`,
    match,
  )
  // Scores that differ by less than a twentieth count as equal.
  const best = rows.reduce((lowest, row) => Math.min(lowest, row.score), 0)
  const step = Math.max(Math.abs(best) / 20, 1e-9)
  for (const row of rows) row.score = Math.round(row.score / step)
  return rows.sort((a, b) => a.score - b.score || a.doc - b.doc)
}

function readDocuments(state: IndexState, weighed: readonly Weighed[]): SearchHit[] {
  const rows = state.db.all<SearchHit>(
    `select e.key, e.price, e.facets, e.relevance, e.name_rank, e.doc, j.key as score
     from json_each(?) j cross join entry e on e.doc = j.value`,
    JSON.stringify(weighed.map((hit) => hit.doc)),
  )
  for (const row of rows) row.score = weighed[row.score]!.score
  return rows
}

function countMatches(state: IndexState, store: StoreCode, match: string): number {
  return keep(state, `matches/${store}/${match}`, () => {
    const sql = `select count(*) as total from words_${store} where words_${store} match ?`
    return state.db.get<{ total: number }>(sql, match)!.total
  })
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
): Listing {
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
    keys = broadPage(state, store, found.match, sort, offset)
  }
  const countsFor = (code: string) => {
    const others = chosen.filter((facet) => facet.code !== code)
    return countFacets(found.hits.filter((hit) => fits(hit, valuesOf(hit), others)).slice(0, readHits))
  }
  const facets = facetsShown(state, store, chosen, countFacets(fitting.slice(0, readHits)), countsFor)
  return listingOf(state, store, { rows: cardRows(state, keys), total, page, facets })
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

/** Categories whose name begins with the query's words; those with most products first. */
function findCategories(state: IndexState, store: StoreCode, words: readonly string[]): SearchCategoryHit[] {
  const hits = categoryWords(state, store).filter(({ name }) =>
    words.every((word, index) =>
      index === words.length - 1 ? name.some((own) => own.startsWith(word)) : name.includes(word),
    ),
  )
  return hits.slice(0, mostCategories).map(({ hit }) => hit)
}

function categoryWords(state: IndexState, store: StoreCode): { name: string[]; hit: SearchCategoryHit }[] {
  return keep(state, `category-words/${store}`, () => {
    const rows = state.db.all<{ scope: number; total: number }>(
      'select scope, total from scope_count where scope % 3 = 0',
    )
    const totals = new Map(rows.map((row) => [row.scope, row.total]))
    const total = (id: number) => totals.get((id * 4 + storeNumber[store]) * 3) ?? 0
    return state.structure.rows.categories
      .filter((category) => total(category.id) > 0)
      .sort((a, b) => total(b.id) - total(a.id))
      .flatMap((category) => {
        const text = category.texts[store]
        if (!text) return []
        const line = hierarchy(state.structure, category.id, store)
        const hit = {
          slug: text.slug,
          uri: `/${store}/artiklar/${text.path}/index.html`,
          hierarchy: line.map((step) => step.name),
        }
        return [{ name: foldedWords(text.name), hit }]
      })
  })
}
