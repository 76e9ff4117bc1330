/** Asks the judged queries of a catalogue and weighs the answers: nDCG@10, first right answer, number of hits. */
import { sql } from 'kysely'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { Database } from '../server/database.ts'
import type { JudgedProduct, JudgedQuery, Rule } from './judged-query.ts'

export interface QueryQuality {
  store: string
  query: string
  isIdentifier: boolean
  heldOut: boolean
  /** 0–1: gains of the first ten against the best possible order. */
  ndcg: number
  /** One through the place of the first best product; 0 where none is among the first ten. */
  reciprocalRank: number
  total: number
  /** Names of the first five hits. */
  top: string[]
}

const gains = { best: 3, good: 1 }
const places = 10

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

/** Answers in the order of the queries. Throws where a query has no product that could answer it. */
export async function measureQuality(
  db: Database,
  catalogue: Catalogue,
  queries: readonly JudgedQuery[],
): Promise<QueryQuality[]> {
  const products = await judgedProducts(db)
  const qualities: QueryQuality[] = []
  for (const judged of queries) {
    const own = products.get(judged.store) ?? []
    const gain = (product: JudgedProduct | undefined) => {
      if (!product) return 0
      return holds(judged.best, product) ? gains.best : holds(judged.good, product) ? gains.good : 0
    }
    const ideal = own.map(gain).sort((a, b) => b - a)
    if (!ideal[0]) throw new Error(`No product of ${judged.store} answers "${judged.query}".`)
    const bySku = new Map(own.map((product) => [product.sku, product]))
    const answer = await catalogue.search(judged.store, {
      query: judged.query,
      sort: 'relevance',
      page: 1,
      facets: {},
    })
    const found = answer.products.slice(0, places).map((card) => gain(bySku.get(card.sku)))
    const first = found.findIndex((each) => each === gains.best)
    qualities.push({
      store: judged.store,
      query: judged.query,
      isIdentifier: judged.isIdentifier === true,
      heldOut: judged.heldOut === true,
      ndcg: discounted(found) / discounted(ideal.slice(0, places)),
      reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
      total: answer.total,
      top: answer.products.slice(0, 5).map((card) => `${card.sku} ${card.name}`),
    })
  }
  return qualities
}

function discounted(found: readonly number[]): number {
  return found.reduce((sum, gain, place) => sum + (2 ** gain - 1) / Math.log2(place + 2), 0)
}
