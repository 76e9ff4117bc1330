/**
 * Finds the products of a query: article numbers first, then the hits of its words (gather-hits.server.ts),
 * each product once. Pages and counts use the same list.
 */
import { entryKey } from '../schema/index-schema.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { gatherHits, unionOf, type SearchHit } from './gather-hits.server.ts'
import { lookAlikeForms, oneErrorAway } from './nearest-words.ts'
import type { QueryPlan } from './query-plan.ts'
import { foldedIdentifier } from '../../domain/search/search-words.ts'

const mostByNumber = 50

export interface Found {
  /** Best first; all hits, or the scored ones of a broad query. */
  hits: SearchHit[]
  total: number
  /** Expressions that together match all hits by words, most precise first; none if no word matched. */
  tiers: string[]
  /** One expression that matches all of them. */
  match: string | null
  /** The article number that was found instead of the one typed. */
  correctedNumber: string | null
  /** Whether all typed words, or their corrections, were found. */
  isWhole: boolean
  /** Whether they were found in the product's facts, or are its number. */
  isSure: boolean
}

export function findProducts(state: IndexState, store: StoreCode, query: string, plan: QueryPlan): Found {
  let hits = byNumber(state, store, query, plan)
  const byWords = gatherHits(state, store, plan, hits.length > 0)
  const { tiers, match } = byWords
  let correctedNumber: string | null = null
  if (hits.length === 0 && !byWords.isWhole) {
    const near = nearNumber(state, store, query)
    if (near) ({ hits, code: correctedNumber } = near)
  }
  const ownDocs = new Set(hits.map((hit) => hit.doc))
  const others = byWords.hits.filter((hit) => !ownDocs.has(hit.doc))
  const both = match === null || hits.length === 0 ? 0 : countAmong(state, store, match, [...ownDocs])
  const total = hits.length + byWords.total - both
  const isSure = byWords.isSure || hits.length > 0
  return {
    hits: [...hits, ...others],
    total,
    tiers,
    match,
    correctedNumber,
    isWhole: byWords.isWhole,
    isSure,
  }
}

/** Products whose article number, GTIN or manufacturer's number is the query, or begins with it. */
function byNumber(state: IndexState, store: StoreCode, query: string, plan: QueryPlan): SearchHit[] {
  const code = foldedIdentifier(query)
  if (code.length < 3) return []
  const exact = ofCodes(state, store, [code])
  if (exact.length > 0) return exact
  // Words with a digit may be the beginning of a number, but a size or a measure describes a product.
  const isNumber = code.length >= 5 && /\d{2}/.test(code) && plan.words.length <= 3
  if (!isNumber || plan.words.some((word) => word.isMeasure)) return []
  if (plan.groups.some((group) => group.strict.length > 2)) return []
  const codes = state.db.all<{ code: string }>(
    `select code from identifier where code > ? and code < ? order by code limit ${mostByNumber}`,
    code,
    `${code}\uffff`,
  )
  return ofCodes(
    state,
    store,
    codes.map((row) => row.code),
  )
}

/** Listed products with one of the codes; the same product once. */
function ofCodes(state: IndexState, store: StoreCode, codes: readonly string[]): SearchHit[] {
  if (codes.length === 0) return []
  const rows = state.db.all<{ id: number }>(
    `select distinct coalesce(p.variant_of, p.id) as id
     from json_each(?) j cross join identifier i on i.code = j.value cross join product p on p.id = i.product
     limit ${mostByNumber}`,
    JSON.stringify(codes),
  )
  if (rows.length === 0) return []
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
    const alike = lookAlikeForms(code.toLowerCase()).map((other) => other.toUpperCase())
    const near = state.db.column<string>(
      'select distinct i.code from json_each(?) j cross join identifier i on i.code = j.value limit 5',
      JSON.stringify([...alike, ...oneErrorAway(code, knownBeginning(state, code))]),
    )
    const hits = ofCodes(state, store, near)
    if (hits.length > 0) return { hits, code: near[0]! }
  }
  return null
}

/**
 * Length of the longest prefix of the code that some number begins with; after the next character no single
 * error can explain the code.
 */
function knownBeginning(state: IndexState, code: string): number {
  const neighbours = state.db.column<string>(
    `select * from (select code from identifier where code <= ? order by code desc limit 1)
     union all select * from (select code from identifier where code >= ? order by code limit 1)`,
    code,
    code,
  )
  return Math.max(0, ...neighbours.map((other) => commonBeginning(other, code)))
}

function commonBeginning(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length
}

/** Number of the documents that match too. */
function countAmong(state: IndexState, store: StoreCode, match: string, docs: readonly number[]): number {
  const sql = `select count(*) as total from words_${store} where words_${store} match ?
    and rowid in (select value from json_each(?))`
  return state.db.get<{ total: number }>(sql, match, JSON.stringify(docs))!.total
}

/**
 * Documents of the hits after the scored ones, from position `offset` among them: tier by tier, within a tier
 * in listing order.
 */
export function docsBehind(
  state: IndexState,
  store: StoreCode,
  found: Found,
  offset: number,
  limit: number,
): number[] {
  const weighed = JSON.stringify(found.hits.map((hit) => hit.doc))
  const docs: number[] = []
  let skip = offset
  for (const [at, tier] of found.tiers.entries()) {
    const before = found.tiers.slice(0, at)
    const match = before.length === 0 ? tier : `(${tier}) NOT (${unionOf(before)})`
    const where = `from words_${store} where words_${store} match ? and rowid not in (select value from json_each(?))`
    const rows = state.db.all<{ doc: number }>(
      `select rowid as doc ${where} order by rowid limit ? offset ?`,
      match,
      weighed,
      limit - docs.length,
      skip,
    )
    docs.push(...rows.map(({ doc }) => doc))
    if (docs.length >= limit) break
    if (rows.length > 0) skip = 0
    else if (skip > 0) {
      skip -= keep(
        state,
        `behind/${store}/${match}/${weighed}`,
        () => state.db.get<{ total: number }>(`select count(*) as total ${where}`, match, weighed)!.total,
      )
    }
  }
  return docs
}
