/**
 * Gathers the hits of a query, level by level, until there are enough for a page: what has all words, then what
 * has them in looser forms or in its description, then what has most words, then things of the kind asked for and
 * those with the rarest word. A later level never stands above an earlier one.
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
import type { QueryPlan } from './query-plan.ts'
import { allButOne, isCell, isDesignation, unitsOf, type QueryUnit } from './query-units.ts'
import { relevanceSteps } from './relevance.ts'
import { foldedWords } from '../../domain/search/search-words.ts'

/** Hits of a level that are weighed against each other: the surest, and of those the best-selling. */
export const weighedHits = 120
/** Fewer hits than this are followed by the next best: a page. */
const fewHits = productsPerPage
/** Documents that are counted to tell a rare word from a common one. */
const mostSampled = 400

export interface SearchHit {
  key: number
  relevance: number
  doc: number
  /** The step of relevance it stands on; smaller is better. */
  score: number
}

export interface Gathered {
  /** Best first; all hits, or the weighed ones of a broad query. */
  hits: SearchHit[]
  /** Expressions that find all hits together, surest first. */
  tiers: string[]
  /** One expression that finds them all; null where there are none. */
  match: string | null
  total: number
  /** Whether all words typed, or their corrections, were found. */
  isWhole: boolean
  /** Whether they were found in what a product is, not only in what its description mentions. */
  isSure: boolean
}

interface Level {
  tiers: string[]
  isSure?: boolean
  /** Whether words may be missing. */
  isPartial: boolean
}

/** `hasOthers`: an article number was found already, so nothing is added to what has all words. */
export function gatherHits(
  state: IndexState,
  store: StoreCode,
  plan: QueryPlan,
  hasOthers: boolean,
): Gathered {
  const gathered: Gathered = { hits: [], tiers: [], match: null, total: 0, isWhole: false, isSure: false }
  if (plan.groups.length === 0) return gathered
  const known = new Set<number>()
  for (const level of levels(state, store, plan, gathered)) {
    if (hasOthers && level.isPartial) break
    const hits = weigh(state, store, plan, level, known)
    if (hits.length === 0) continue
    for (const hit of hits) known.add(hit.doc)
    gathered.hits.push(...hits)
    gathered.tiers.push(...level.tiers)
    gathered.match = unionOf([...(gathered.match === null ? [] : [gathered.match]), ...covering(level)])
    gathered.isWhole ||= !level.isPartial
    gathered.isSure ||= level.isSure === true
    // Fewer than were looked for are all there are.
    gathered.total =
      hits.length < weighedHits ? gathered.hits.length : countMatches(state, store, gathered.match)
    if (gathered.total >= fewHits) break
  }
  return gathered
}

/** The levels of a query in their order; each is written only when those before it found little. */
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
    isPartial: false,
    isSure: true,
  })
  yield whole('exact')
  // Only a word that is nowhere as a whole is taken for an unfinished one: `desk` is not `desktop`.
  if (found.total === 0) yield whole('strict')
  yield { tiers: [matchAll(groups, 'exact')], isPartial: false }
  yield { tiers: [matchAll(groups, 'wide')], isPartial: false }
  const units = unitsOf(groups)
  const kept = found.isWhole && found.match !== null ? unitsThatStay(state, store, units, found.match) : []
  const most = matchAnyOf(allButOne(units, kept), 'strict')
  if (most !== null) yield { tiers: [most], isPartial: true }
  if (units.length > 1) yield nextBest(state, store, units, kept)
  if (found.total === 0) {
    const most = matchAnyOf(allButOne(units, []), 'wide')
    yield { tiers: [...(most === null ? [] : [most]), matchAny(groups)], isPartial: true }
  }
}

/**
 * What is never left out where all words were found: the size of a cell, the device that things are made for, an
 * article number. A battery for another phone is no answer where there is one for the phone that was named.
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

/** Things of the kind asked for, and what has the rarest other word; with what must stay. */
function nextBest(
  state: IndexState,
  store: StoreCode,
  units: readonly QueryUnit[],
  kept: readonly QueryUnit[],
): Level {
  const stay = kept.flat()
  if (stay.length > 0) return { tiers: [matchFacts(stay, 'exact')], isPartial: true }
  const counted = units
    .map((unit) => {
      const total = sample(state, store, matchFacts(unit, 'exact'))
      const things = total === 0 ? 0 : sample(state, store, matchThing(unit))
      return { unit, total, share: total === 0 ? 0 : things / total }
    })
    .filter(({ total }) => total > 0)
  // The last word of equal ones: `tablet case` is a case.
  const thing = counted.reduceRight<(typeof counted)[number] | null>(
    (best, each) => (each.share > (best?.share ?? leastShare) ? each : best),
    null,
  )
  const rarest = counted
    .filter((each) => each !== thing)
    .toSorted((a, b) => a.total - b.total)
    .slice(0, thing ? 1 : 2)
  return {
    tiers: [
      ...(thing ? [matchThing(thing.unit)] : []),
      ...rarest.map(({ unit }) => matchFacts(unit, 'exact')),
      ...rarest.map(({ unit }) => matchAll(unit, 'exact')),
      ...(thing ? [matchFacts(thing.unit, 'exact')] : []),
    ],
    isPartial: true,
  }
}

/** A word names a kind of thing where at least so many of the products that have it are one. */
const leastShare = 0.2

/** How many products match, as far as is counted. */
function sample(state: IndexState, store: StoreCode, match: string): number {
  return keep(state, `sample/${store}/${match}`, () => {
    const sql = `select count(*) as total from (select 1 from words_${store} where words_${store} match ? limit ${mostSampled})`
    return state.db.get<{ total: number }>(sql, match)!.total
  })
}

interface Weighed extends SearchHit {
  words: string
}

/**
 * The products of a level that are not known yet, best first. The expressions are asked one after the other until
 * there are enough; each gives its best-selling ones, as documents are numbered in the order of the listings.
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
  const found = (match: string) => {
    const sql = `select rowid as doc from words_${store} where words_${store} match ? order by rowid limit ?`
    return state.db.all<{ doc: number }>(sql, match, most)
  }
  // Of few hits the covering expression finds every one.
  const all = level.isPartial ? null : found(level.tiers.at(-1)!)
  const isFew = all !== null && all.length < most
  for (const rows of isFew ? [all] : level.tiers.values().map(found)) {
    for (const { doc } of rows) if (docs.size < weighedHits && !known.has(doc)) docs.add(doc)
    if (docs.size >= weighedHits) break
  }
  if (docs.size === 0) return []
  const hits = state.db.all<Weighed>(
    `select d.key, d.relevance, d.doc, d.words, 0 as score
     from json_each(?) j cross join document d on d.doc = j.value`,
    JSON.stringify([...docs]),
  )
  const texts = hits.map((hit) => hit.words)
  const steps = relevanceSteps(plan, texts, level.isPartial)
  for (const [at, hit] of hits.entries()) hit.score = steps[at]!
  return hits.sort(better)
}

/** What can be had stands above what cannot where the words fit equally well; then what sells. */
function better(a: SearchHit, b: SearchHit): number {
  return a.score - b.score || a.relevance - b.relevance || a.key - b.key
}

/** The expressions of a level that find all of it: where all words are asked for, the last covers the others. */
function covering(level: Level): string[] {
  return level.isPartial ? level.tiers : level.tiers.slice(-1)
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

/** The folded words of makers' names. */
function brandWords({ structure: { rows } }: IndexState): ReadonlySet<string> {
  let words = brandTables.get(rows)
  if (!words)
    brandTables.set(rows, (words = new Set(rows.brands.flatMap((brand) => foldedWords(brand.name)))))
  return words
}
