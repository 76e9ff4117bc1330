/**
 * Asks judged queries and weighs the answers: nDCG@10, first best product, number of hits. Lists are condensed:
 * a product that nobody judged for the query is passed over, in the answer as in the best possible order.
 */
import { sql } from 'kysely'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { Database } from '../server/database/database.ts'
import type { JudgedProduct, JudgedQuery, Rule } from './judged-query.ts'

/** A query with what each product is worth as an answer to it. */
export interface Judgement {
  store: StoreCode
  query: string
  isIdentifier: boolean
  heldOut: boolean
  /** Gain of a product by its sku: 0 answers nothing, 3 is what was meant; null was never judged. */
  gain: (sku: string) => number | null
  /** Gains of all judged products, highest first. */
  ideal: readonly number[]
}

export interface QueryQuality {
  store: string
  query: string
  isIdentifier: boolean
  heldOut: boolean
  /** 0–1: gains of the first ten judged products against the best possible order. */
  ndcg: number
  /** One through the place of the first best product; 0 where none is among the first ten. */
  reciprocalRank: number
  total: number
  /** The first five hits. */
  top: string[]
}

export interface RankedProduct {
  sku: string
  name: string
}

/** A way to search: a page of hits in their order, from page 1, and the number of all hits. */
export type AskPage = (
  store: StoreCode,
  query: string,
  page: number,
) => Promise<{ products: readonly RankedProduct[]; total: number }>

const gains = { best: 3, good: 1 }
const places = 10
/** Pages that are read to find ten judged products. */
const mostPages = 20

/** Every listed product of every store as the rules see it. */
async function judgedProducts(db: Database): Promise<Map<string, JudgedProduct[]>> {
  const { rows } = await sql<JudgedProduct & { store: string }>`
    with recursive line as (
      select id as leaf, id, parent_id from category
      union all select line.leaf, c.id, c.parent_id from line join category c on c.id = line.parent_id
    )
    select sp.store, p.sku, sp.name, ' ' || string_agg(distinct c.code || ' > ' || t.name, ' ') as path
    from product p join store_product sp on sp.product_id = p.id
      join product_category pc on pc.product_id = p.id join line on line.leaf = pc.category_id
      join category c on c.id = line.id join category_text t on t.category_id = c.id and t.store = sp.store
    where p.variant_of is null
    group by sp.store, p.sku, sp.name`.execute(db)
  return Map.groupBy(rows, (row) => row.store)
}

function holds(rule: Rule | undefined, product: JudgedProduct): boolean {
  if (!rule) return false
  return (
    (rule.sku?.test(product.sku) ?? true) &&
    (rule.name?.test(product.name) ?? true) &&
    (rule.path?.test(product.path) ?? true) &&
    !(rule.not?.test(product.name) ?? false)
  )
}

/** Judges every product by the queries' rules. Throws where a query has no product that could answer it. */
export async function judgeByRules(db: Database, queries: readonly JudgedQuery[]): Promise<Judgement[]> {
  const products = await judgedProducts(db)
  return queries.map((judged) => {
    const own = products.get(judged.store) ?? []
    const gainOf = (product: JudgedProduct) =>
      holds(judged.best, product) ? gains.best : holds(judged.good, product) ? gains.good : 0
    const bySku = new Map(own.map((product) => [product.sku, gainOf(product)]))
    const ideal = [...bySku.values()].sort((a, b) => b - a)
    if (!ideal[0]) throw new Error(`No product of ${judged.store} answers "${judged.query}".`)
    return {
      store: judged.store,
      query: judged.query,
      isIdentifier: judged.isIdentifier === true,
      heldOut: judged.heldOut === true,
      gain: (sku) => bySku.get(sku) ?? 0,
      ideal,
    }
  })
}

/** Asks the shop itself, best hits first. */
export function askCatalogue(catalogue: Catalogue): AskPage {
  return async (store, query, page) =>
    catalogue.search(store, { query, sort: 'relevance', page, facets: {}, withFacets: false })
}

/** Answers in the order of the judgements. */
export async function measureQuality(
  ask: AskPage,
  judgements: readonly Judgement[],
): Promise<QueryQuality[]> {
  const qualities: QueryQuality[] = []
  for (const { store, query, isIdentifier, heldOut, gain, ideal } of judgements) {
    const found: number[] = []
    const top: string[] = []
    let total = 0
    for (let page = 1; page <= mostPages && found.length < places; page++) {
      const answer = await ask(store, query, page)
      total = answer.total
      if (answer.products.length === 0) break
      if (page === 1) top.push(...answer.products.slice(0, 5).map((card) => `${card.sku} ${card.name}`))
      found.push(...answer.products.map((card) => gain(card.sku)).filter((each) => each !== null))
    }
    const first = found.slice(0, places).indexOf(ideal[0]!)
    qualities.push({
      store,
      query,
      isIdentifier,
      heldOut,
      ndcg: discounted(found.slice(0, places)) / discounted(ideal.slice(0, places)),
      reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
      total,
      top,
    })
  }
  return qualities
}

function discounted(found: readonly number[]): number {
  return found.reduce((sum, gain, place) => sum + (2 ** gain - 1) / Math.log2(place + 2), 0)
}
