/**
 * Collects the hits of a query, level by level, until there are enough for a page: products with all words,
 * then with looser forms or in the description, then with most words, then products of the requested kind and
 * those with the rarest word. A later level never ranks above an earlier one.
 */
import { productsPerPage } from '../../domain/catalogue/catalogue.ts'
import type { StructureRows } from '../schema/catalogue-rows.server.ts'
import { keep, type IndexState } from '../schema/index-state.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import {
  matchAll,
  matchAny,
  matchAnyOf,
  matchColumn,
  matchFacts,
  matchHeads,
  matchThing,
  type Breadth,
} from './match-expressions.ts'
import type { QueryGroup, QueryPlan } from './query-plan.ts'
import { allButOne, isCell, isDesignation, unitsOf, type QueryUnit } from './query-units.ts'
import { relevanceSteps } from './relevance.ts'
import { foldedWords } from '../../domain/search/search-words.ts'
import { weighedDocuments } from './weighed-documents.server.ts'

/** Hits of a level that are scored: the most precise, and of those the best-selling. */
export const weighedHits = 120
/** With fewer hits than this the next level follows: a page. */
const fewHits = productsPerPage
/** Documents counted to distinguish a rare word from a common one. */
const mostSampled = 400

export interface SearchHit {
  key: number
  relevance: number
  doc: number
  /** The relevance step of the hit; smaller is better. */
  score: number
}

export interface Gathered {
  /** Best first; all hits, or the scored ones of a broad query. */
  hits: SearchHit[]
  /** Expressions that match all hits together, most precise first. */
  tiers: string[]
  /** One expression that matches them all; null if there are none. */
  match: string | null
  total: number
  /** Whether all typed words, or their corrections, were found. */
  isWhole: boolean
  /** Whether they were found in the product's facts, not only in its description. */
  isSure: boolean
}

interface Level {
  tiers: string[]
  /** Expressions that together match all that the tiers match. */
  covering: string[]
  /** Whether they also match all hits of earlier levels. */
  coversEarlier: boolean
  isSure?: boolean
  /** Whether words may be missing. */
  isPartial: boolean
}

/** `hasOthers`: an article number was found already, so only products with all words are added. */
export function gatherHits(
  state: IndexState,
  store: StoreCode,
  plan: QueryPlan,
  hasOthers: boolean,
): Gathered {
  const gathered: Gathered = { hits: [], tiers: [], match: null, total: 0, isWhole: false, isSure: false }
  if (plan.groups.length === 0) return gathered
  const known = new Set<number>()
  let covering: string[] = []
  for (const level of levels(state, store, plan, gathered)) {
    if (hasOthers && level.isPartial) break
    const hits = weigh(state, store, plan, level, known)
    if (hits.length === 0) continue
    for (const hit of hits) known.add(hit.doc)
    gathered.hits.push(...hits)
    gathered.tiers.push(...level.tiers)
    covering = [...(level.coversEarlier ? [] : covering), ...level.covering]
    gathered.match = unionOf(covering)
    gathered.isWhole ||= !level.isPartial
    gathered.isSure ||= level.isSure === true
    // Fewer than the limit means these are all.
    gathered.total =
      hits.length < weighedHits ? gathered.hits.length : countMatches(state, store, gathered.match)
    if (gathered.total >= fewHits) break
  }
  return gathered
}

/** The levels of a query in order; each is built only when those before it found little. */
function* levels(
  state: IndexState,
  store: StoreCode,
  plan: QueryPlan,
  found: Readonly<Gathered>,
): Generator<Level> {
  const { groups } = plan
  const makers = brandWords(state)
  const whole = (breadth: Breadth): Level => ({
    tiers: [...matchHeads(groups, makers, breadth), matchFacts(groups, breadth)],
    covering: [matchFacts(groups, breadth)],
    coversEarlier: false,
    isPartial: false,
    isSure: true,
  })
  const anywhere = (breadth: Breadth, coversEarlier: boolean): Level => {
    const match = matchAll(groups, breadth)
    return { tiers: [match], covering: [match], coversEarlier, isPartial: false }
  }
  yield whole('exact')
  // Only a word that is not found as a whole is treated as a prefix: `desk` is not `desktop`.
  const hasExact = found.total > 0
  if (!hasExact) yield whole('strict')
  if (found.total === 0 && !isAnyFound(state, store, groups)) return
  yield anywhere('exact', hasExact)
  yield anywhere('wide', true)
  const units = unitsOf(groups)
  const kept = found.isWhole && found.match !== null ? unitsThatStay(state, store, units, found.match) : []
  const most = matchAnyOf(allButOne(units, kept), 'strict')
  if (most !== null) yield { tiers: [most], covering: [most], coversEarlier: false, isPartial: true }
  if (units.length > 1) yield nextBest(state, store, units, kept)
  if (found.total === 0) {
    const most = matchAnyOf(allButOne(units, []), 'wide')
    const any = matchAny(groups)
    yield {
      tiers: [...(most === null ? [] : [most]), any],
      covering: [any],
      coversEarlier: true,
      isPartial: true,
    }
  }
}

/** Whether some product has any of the words: without one no looser level finds anything either. */
function isAnyFound(state: IndexState, store: StoreCode, groups: readonly QueryGroup[]): boolean {
  const sql = `select 1 from words_${store} where words_${store} match ? limit 1`
  return state.db.column<number>(sql, matchAny(groups)).length > 0
}

/**
 * Units that are never left out if all words were found: the size of a cell, a device name, an article
 * number. A battery for another phone is not a result if there is one for the named phone.
 */
function unitsThatStay(
  state: IndexState,
  store: StoreCode,
  units: readonly QueryUnit[],
  found: string,
): QueryUnit[] {
  const has = (unit: QueryUnit, column: 'fits' | 'codes' | 'name') =>
    sample(state, store, `(${found}) AND ${matchColumn(column, unit)}`) > 0
  const devices = units.filter((unit) => has(unit, 'fits'))
  return units.filter(
    (unit) =>
      isCell(unit) ||
      devices.includes(unit) ||
      (isDesignation(unit) && (devices.length > 0 || (has(unit, 'codes') && !has(unit, 'name')))),
  )
}

/** Products of the requested kind, and products with the rarest other word; with the required units. */
function nextBest(
  state: IndexState,
  store: StoreCode,
  units: readonly QueryUnit[],
  kept: readonly QueryUnit[],
): Level {
  const stay = kept.flat()
  if (stay.length > 0) {
    const match = matchFacts(stay, 'exact')
    return { tiers: [match], covering: [match], coversEarlier: false, isPartial: true }
  }
  const counted = units
    .map((unit) => {
      const total = sample(state, store, matchFacts(unit, 'exact'))
      const things = total === 0 ? 0 : sample(state, store, matchThing(unit))
      return { unit, total, share: total === 0 ? 0 : things / total }
    })
    .filter(({ total }) => total > 0)
  // The last one of equal words: `tablet case` is a case.
  const thing = counted.reduceRight<(typeof counted)[number] | null>(
    (best, each) => (each.share > (best?.share ?? leastShare) ? each : best),
    null,
  )
  const rarest = counted
    .filter((each) => each !== thing)
    .toSorted((a, b) => a.total - b.total)
    .slice(0, thing ? 1 : 2)
  const covering = [
    ...rarest.map(({ unit }) => matchAll(unit, 'exact')),
    ...(thing ? [matchFacts(thing.unit, 'exact')] : []),
  ]
  return {
    tiers: [
      ...(thing ? [matchThing(thing.unit)] : []),
      ...rarest.map(({ unit }) => matchFacts(unit, 'exact')),
      ...covering,
    ],
    covering,
    coversEarlier: false,
    isPartial: true,
  }
}

/** A word names a kind of product if at least this share of the products with the word are of that kind. */
const leastShare = 0.2

/** Number of matching products, up to the counting limit. */
function sample(state: IndexState, store: StoreCode, match: string): number {
  return keep(state, `sample/${store}/${match}`, () => {
    const sql = `select count(*) as total from (select 1 from words_${store} where words_${store} match ? limit ${mostSampled})`
    return state.db.get<{ total: number }>(sql, match)!.total
  })
}

/**
 * The new products of a level, best first. The expressions are queried one after another until there are enough; each
 * returns its best-selling products, because documents are numbered in listing order.
 */
function weigh(
  state: IndexState,
  store: StoreCode,
  plan: QueryPlan,
  level: Level,
  known: ReadonlySet<number>,
): SearchHit[] {
  const docs = new Set<number>()
  const most = weighedHits + known.size
  const found = (match: string) =>
    state.db.column<number>(
      `select rowid from words_${store} where words_${store} match ? order by rowid limit ?`,
      match,
      most,
    )
  // With few hits the covering expression finds every one.
  const last = level.tiers.at(-1)!
  const all = level.isPartial ? null : found(last)
  const isFew = all !== null && all.length < most
  for (const tier of isFew ? [last] : level.tiers) {
    const rows = all !== null && tier === last ? all : found(tier)
    for (const doc of rows) if (docs.size < weighedHits && !known.has(doc)) docs.add(doc)
    if (docs.size >= weighedHits) break
  }
  if (docs.size === 0) return []
  const documents = weighedDocuments(state, docs)
  const steps = relevanceSteps(
    plan,
    documents.map(({ words }) => words),
    level.isPartial,
  )
  const hits = documents.map(({ doc, key, relevance }, at) => ({ key, relevance, doc, score: steps[at]! }))
  return hits.sort(better)
}

/** Available products rank above unavailable ones where relevance is equal; then by sales. */
function better(a: SearchHit, b: SearchHit): number {
  return a.score - b.score || a.relevance - b.relevance || a.key - b.key
}

/** One expression for all of them. */
export function unionOf(tiers: readonly string[]): string {
  return tiers.map((tier) => `(${tier})`).join(' OR ')
}

function countMatches(state: IndexState, store: StoreCode, match: string): number {
  return keep(state, `matches/${store}/${match}`, () => {
    const sql = `select count(*) as total from words_${store} where words_${store} match ?`
    return state.db.get<{ total: number }>(sql, match)!.total
  })
}

const brandTables = new WeakMap<StructureRows, ReadonlySet<string>>()

/** The folded words of brand names. */
function brandWords({ structure: { rows } }: IndexState): ReadonlySet<string> {
  let words = brandTables.get(rows)
  if (!words)
    brandTables.set(rows, (words = new Set(rows.brands.flatMap((brand) => foldedWords(brand.name)))))
  return words
}
