/**
 * Finds the products of a query and puts them in order: article numbers first, then what has all words, then
 * looser readings where little was found. Text decides; at equal relevance stock, sales and ratings do, as
 * documents are numbered. Of a broad query only the best-selling hits are weighed.
 */
import { productsPerPage } from '../catalogue/catalogue.ts'
import type { StructureRows } from '../catalogue/catalogue-rows.server.ts'
import { entryKey } from '../catalogue/index-schema.server.ts'
import { keep, type IndexState } from '../catalogue/index-state.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { oneErrorAway } from './nearest-words.ts'
import { matchAll, matchAny, matchHeads, matchKinds, matchMost, matchOfKind } from './match-expressions.ts'
import type { QueryPlan } from './query-plan.ts'
import { kindsIn, namesKind, relevanceSteps } from './relevance.ts'
import { foldedIdentifier, indexedWords } from './search-words.ts'

/** Hits of a query that are weighed against each other: the best-selling ones. */
const weighedHits = 120
/** A query that finds fewer is read more loosely besides. */
const enoughHits = 4
const mostByNumber = 50
/** Behind fewer hits than a screen shows come others of the same kind, until the page is full. */
const fewHits = 10

/** Descriptions speak of much besides, so they are searched only where little else is found. */
const facts = '{heads kinds name brand codes attributes categories fits} : '

export interface SearchHit {
  key: number
  relevance: number
  doc: number
  /** The step of relevance it stands on; smaller is better. */
  score: number
}

export interface Found {
  /** Best first; all hits, or the weighed ones of a broad query. */
  hits: SearchHit[]
  total: number
  /** Expression that gave the hits by words; null where it gave none. */
  match: string | null
  /** The article number that was found instead of the one typed. */
  correctedNumber: string | null
  /** Whether the words typed, or their corrections, were all found. */
  isWhole: boolean
}

export function findProducts(state: IndexState, store: StoreCode, query: string, plan: QueryPlan): Found {
  let hits = byNumber(state, store, query, plan)
  const reading = readWords(state, store, plan, hits.length > 0)
  let correctedNumber: string | null = null
  if (hits.length === 0 && (reading.weighed.length === 0 || !reading.isWhole)) {
    const near = nearNumber(state, store, query)
    if (near) ({ hits, code: correctedNumber } = near)
  }
  const ownDocs = new Set(hits.map((hit) => hit.doc))
  const others = reading.weighed.filter((hit) => !ownDocs.has(hit.doc))
  const both = reading.match === null || hits.length === 0 ? 0 : countAmong(state, store, reading.match, [...ownDocs])
  const total = hits.length + reading.total - both
  return { hits: [...hits, ...others], total, match: reading.match, correctedNumber, isWhole: reading.isWhole }
} // prettier-ignore

/** What can be had stands above what cannot where the words fit equally well; then what sells. */
function better(a: SearchHit, b: SearchHit): number {
  return a.score - b.score || a.relevance - b.relevance || a.key - b.key
}

/** Products whose article number, GTIN or maker's number is the query, or begins with it. */
function byNumber(state: IndexState, store: StoreCode, query: string, plan: QueryPlan): SearchHit[] {
  const code = foldedIdentifier(query)
  if (code.length < 3) return []
  const exact = ofCodes(state, store, [code])
  if (exact.length > 0) return exact
  // Words with a digit may be the beginning of a number, but a size or a measure says what is looked for.
  const isNumber = code.length >= 5 && /\d{2}/.test(code) && plan.words.length <= 3
  if (!isNumber || plan.words.some((word) => word.isMeasure)) return []
  if (plan.groups.some((group) => group.strict.length > 2)) return []
  const codes = state.db.all<{ code: string }>(
    `select code from identifier where code > ? and code < ? order by code limit ${mostByNumber}`,
    code,
    `${code}\uffff`,
  )
  return ofCodes(state, store, codes.map((row) => row.code))
} // prettier-ignore

/** Listed products with one of the codes; the same product once. */
function ofCodes(state: IndexState, store: StoreCode, codes: readonly string[]): SearchHit[] {
  if (codes.length === 0) return []
  const rows = state.db.all<{ id: number }>(
    `select distinct coalesce(p.variant_of, p.id) as id
     from json_each(?) j cross join identifier i on i.code = j.value cross join product p on p.id = i.product
     limit ${mostByNumber}`,
    JSON.stringify(codes),
  )
  const keys = JSON.stringify(rows.map((row) => entryKey(row.id, store)))
  return state.db.all<SearchHit>(
    `select e.key, e.relevance, e.doc, 0 as score from json_each(?) j cross join entry e on e.key = j.value
     where e.listed = 1 order by e.relevance, e.key`,
    keys,
  )
}

/** Products with a number one typing error away from the query, or from a word of it. */
function nearNumber(
  state: IndexState,
  store: StoreCode,
  query: string,
): { hits: SearchHit[]; code: string } | null {
  const typed = [query, ...query.slice(0, 100).split(/\s+/)].map(foldedIdentifier)
  const codes = [...new Set(typed)].filter((code) => code.length >= 5 && code.length <= 20 && /\d/.test(code))
  for (const code of codes.slice(0, 2)) {
    const near = state.db.all<{ code: string }>(
      'select distinct i.code from json_each(?) j cross join identifier i on i.code = j.value limit 5',
      JSON.stringify(oneErrorAway(code)),
    )
    const hits = ofCodes(state, store, near.map((row) => row.code))
    if (hits.length > 0) return { hits, code: near[0]!.code }
  }
  return null
} // prettier-ignore

interface Weighed extends SearchHit {
  words: string
}

interface Reading {
  weighed: SearchHit[]
  total: number
  match: string | null
  isWhole: boolean
}

/** Reads the words strictly, and as loosely as it takes to find something. */
function readWords(state: IndexState, store: StoreCode, plan: QueryPlan, hasOthers: boolean): Reading {
  const { groups } = plan
  if (groups.length === 0) return { weighed: [], total: 0, match: null, isWhole: false }
  const strict = `${facts}(${matchAll(groups, 'strict')})`
  const weighed = weigh(state, store, plan, [...matchHeads(groups, brandWords(state, store)), strict])
  if (weighed.length >= enoughHits) {
    const all = withOthersOfKind(state, store, plan, weighed)
    return { weighed: all, total: totalOf(state, store, strict, all), match: strict, isWhole: true }
  }
  const wide = matchAll(groups, 'wide')
  const more = weigh(state, store, plan, [wide])
  if (more.length > 0) {
    const known = new Set(weighed.map((hit) => hit.doc))
    // What only the looser reading finds comes after what the strict one found.
    const whole = [...weighed, ...more.filter((hit) => !known.has(hit.doc))]
    const all = hasOthers ? whole : withOthersOfKind(state, store, plan, whole)
    return { weighed: all, total: totalOf(state, store, wide, all), match: wide, isWhole: true }
  }
  if (hasOthers) return { weighed: [], total: 0, match: null, isWhole: true }
  for (const match of [matchMost(groups), matchAny(groups)]) {
    if (match === null || match === wide) continue
    const partly = weigh(state, store, plan, [`${matchKinds(groups)} AND (${match})`, match], true)
    if (partly.length > 0)
      return { weighed: partly, total: totalOf(state, store, match, partly), match, isWhole: false }
  }
  return { weighed: [], total: 0, match: null, isWhole: false }
}

/** The hits and, where they are few, what is of their kind but lacks a quality: another length, another maker. */
function withOthersOfKind(state: IndexState, store: StoreCode, plan: QueryPlan, hits: readonly SearchHit[]): SearchHit[] {
  if (hits.length >= fewHits || plan.groups.length < 2) return [...hits]
  const kindsFound = kindsOf(state, hits)
  const match = matchOfKind(plan.groups, (group) => namesKind(group, { kinds: kindsFound }))
  if (match === null) return [...hits]
  const known = new Set(hits.map((hit) => hit.doc))
  const others = weigh(state, store, plan, [`${facts}(${match})`], true).filter((hit) => !known.has(hit.doc))
  return [...hits, ...others.slice(0, productsPerPage - hits.length)]
} // prettier-ignore

/** The words of the hits' categories that say what they are. */
function kindsOf(state: IndexState, hits: readonly SearchHit[]): string {
  const rows = state.db.all<{ words: string }>(
    'select d.words from json_each(?) j cross join document d on d.doc = j.value',
    JSON.stringify(hits.map((hit) => hit.doc)),
  )
  return rows.map((row) => kindsIn(row.words)).join(' ')
}

/**
 * The products that match, best first. The expressions are asked one after the other until there are enough;
 * each gives its best-selling ones, as documents are numbered in the order of the listings.
 */
function weigh(state: IndexState, store: StoreCode, plan: QueryPlan, matches: readonly string[], isPartial = false): SearchHit[] {
  const docs = new Set<number>()
  for (const match of matches) {
    const rows = state.db.all<{ doc: number }>(
      `select rowid as doc from words_${store} where words_${store} match ? order by rowid limit ${weighedHits}`,
      match,
    )
    for (const { doc } of rows) if (docs.size < weighedHits) docs.add(doc)
    if (docs.size >= weighedHits) break
  }
  const hits = state.db.all<Weighed>(
    `select d.key, d.relevance, d.doc, d.words, 0 as score
     from json_each(?) j cross join document d on d.doc = j.value`,
    JSON.stringify([...docs]),
  )
  const steps = relevanceSteps(plan, hits.map((hit) => hit.words), isPartial)
  for (const [at, hit] of hits.entries()) hit.score = steps[at]!
  return hits.sort(better)
} // prettier-ignore

function totalOf(state: IndexState, store: StoreCode, match: string, weighed: readonly SearchHit[]): number {
  if (weighed.length < weighedHits) return weighed.length
  return keep(state, `matches/${store}/${match}`, () => {
    const sql = `select count(*) as total from words_${store} where words_${store} match ?`
    return state.db.get<{ total: number }>(sql, match)!.total
  })
}

/** How many of the documents match too. */
function countAmong(state: IndexState, store: StoreCode, match: string, docs: readonly number[]): number {
  const sql = `select count(*) as total from words_${store} where words_${store} match ?
    and rowid in (select value from json_each(?))`
  return state.db.get<{ total: number }>(sql, match, JSON.stringify(docs))!.total
}

const brandTables = new WeakMap<StructureRows, Map<StoreCode, Set<string>>>()

/** The words of makers' names, as they are compared. */
function brandWords(state: IndexState, store: StoreCode): ReadonlySet<string> {
  const { rows } = state.structure
  let stores = brandTables.get(rows)
  if (!stores) brandTables.set(rows, (stores = new Map()))
  let words = stores.get(store)
  if (!words) {
    words = new Set(rows.brands.flatMap((brand) => indexedWords(brand.name, store).split(' ')))
    stores.set(store, words)
  }
  return words
}
