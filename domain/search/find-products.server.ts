/**
 * Finds the products of a query and puts them in order: article numbers first, then what has all words, then
 * looser readings where little was found. Text decides; at equal relevance stock, sales and ratings do, as
 * documents are numbered. Of a broad query only the best-selling hits are weighed.
 */
import type { HitRow } from '../catalogue/facet-answers.server.ts'
import { entryKey } from '../catalogue/index-schema.server.ts'
import { keep, type IndexState } from '../catalogue/index-state.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { oneErrorAway } from './nearest-words.ts'
import { matchAll, matchAny, matchMost, type QueryPlan } from './query-plan.ts'
import { foldedIdentifier } from './search-words.ts'

/** Hits of a query that are weighed against each other: the best-selling ones. */
export const weighedHits = 400
/** A query that finds fewer is read more loosely besides. */
const enoughHits = 4
const mostByNumber = 50

/** Weights of the word columns: name, brand, codes, attributes, categories, fits, description. */
const weights = '3.0, 2.0, 3.0, 0.6, 1.2, 0.6, 0.2'
/** Descriptions speak of much besides, so they are searched only where little else is found. */
const facts = '{name brand codes attributes categories fits} : '

export interface SearchHit extends HitRow {
  relevance: number
  name_rank: number
  doc: number
  score: number
}

export interface Found {
  /** Best first; all hits, or the weighed ones of a broad query, or the first of these where no more are needed. */
  hits: SearchHit[]
  total: number
  /** Expression that gave the hits by words; null where it gave none. */
  match: string | null
  /** The article number that was found instead of the one typed. */
  correctedNumber: string | null
  /** Whether the words typed, or their corrections, were all found. */
  isWhole: boolean
}

/** `needed`: how many hits from the top must be complete. */
export function findProducts(state: IndexState, store: StoreCode, query: string, plan: QueryPlan, needed: number): Found {
  const numbered = byNumber(state, store, query, plan)
  const reading = readWords(state, store, plan, numbered.length > 0)
  let hits = numbered
  let correctedNumber: string | null = null
  if (hits.length === 0 && (reading.weighed.length === 0 || !reading.isWhole)) {
    const near = nearNumber(state, store, query)
    if (near) ({ hits, code: correctedNumber } = near)
  }
  const ownDocs = new Set(hits.map((hit) => hit.doc))
  const others = reading.weighed.filter((hit) => !ownDocs.has(hit.doc))
  const both = reading.match === null || hits.length === 0 ? 0 : countAmong(state, store, reading.match, [...ownDocs])
  const total = hits.length + reading.total - both
  const read = readDocuments(state, others.slice(0, needed)).sort(better)
  return { hits: [...hits, ...read], total, match: reading.match, correctedNumber, isWhole: reading.isWhole }
} // prettier-ignore

/** What can be had stands above what cannot where the words fit equally well; then what sells. */
function better(a: SearchHit, b: SearchHit): number {
  return a.score - b.score || a.relevance - b.relevance || a.key - b.key
}

const hitColumns = 'e.key, e.price, e.facets, e.relevance, e.name_rank, e.doc'

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
    `select ${hitColumns}, 0 as score from json_each(?) j cross join entry e on e.key = j.value
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

interface Weighed {
  doc: number
  score: number
}

interface Reading {
  weighed: Weighed[]
  total: number
  match: string | null
  isWhole: boolean
}

/** Reads the words strictly, and as loosely as it takes to find something. */
function readWords(state: IndexState, store: StoreCode, plan: QueryPlan, hasOthers: boolean): Reading {
  if (plan.groups.length === 0) return { weighed: [], total: 0, match: null, isWhole: false }
  const strict = `${facts}(${matchAll(plan.groups, 'strict')})`
  const weighed = weigh(state, store, strict)
  if (weighed.length >= enoughHits) {
    return { weighed, total: totalOf(state, store, strict, weighed), match: strict, isWhole: true }
  }
  const wide = matchAll(plan.groups, 'wide')
  const more = weigh(state, store, wide)
  if (more.length > 0) {
    const known = new Set(weighed.map((hit) => hit.doc))
    const worst = weighed.at(-1)?.score ?? 0
    // What only the looser reading finds comes after what the strict one found.
    const added = more
      .filter((hit) => !known.has(hit.doc))
      .map((hit) => ({ doc: hit.doc, score: worst + 1_000 + hit.score }))
    const all = [...weighed, ...added]
    const match = wide
    return { weighed: all, total: totalOf(state, store, match, all), match, isWhole: true }
  }
  if (hasOthers) return { weighed: [], total: 0, match: null, isWhole: true }
  for (const match of [matchMost(plan.groups), matchAny(plan.groups)]) {
    if (match === null || match === wide) continue
    const partly = weigh(state, store, match)
    if (partly.length > 0)
      return { weighed: partly, total: totalOf(state, store, match, partly), match, isWhole: false }
  }
  return { weighed: [], total: 0, match: null, isWhole: false }
}

/** The best-selling products that match, best first; documents are numbered in the order of the listings. */
function weigh(state: IndexState, store: StoreCode, match: string): Weighed[] {
  const rows = state.db.all<Weighed>(
    `select rowid as doc, bm25(words_${store}, ${weights}) as score from words_${store}
     where words_${store} match ? order by rowid limit ${weighedHits}`,
    match,
  )
  // Scores that differ by less than a twelfth of the best count as equal.
  const best = rows.reduce((lowest, row) => Math.min(lowest, row.score), 0)
  const step = Math.max(Math.abs(best) / 12, 1e-9)
  for (const row of rows) row.score = Math.round(row.score / step)
  return rows.sort((a, b) => a.score - b.score || a.doc - b.doc)
}

function readDocuments(state: IndexState, weighed: readonly Weighed[]): SearchHit[] {
  const rows = state.db.all<SearchHit>(
    `select ${hitColumns}, j.key as score from json_each(?) j cross join entry e on e.doc = j.value`,
    JSON.stringify(weighed.map((hit) => hit.doc)),
  )
  for (const row of rows) row.score = weighed[row.score]!.score
  return rows
}

function totalOf(state: IndexState, store: StoreCode, match: string, weighed: readonly Weighed[]): number {
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
