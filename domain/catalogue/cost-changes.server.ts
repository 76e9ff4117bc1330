/** What a file of purchase costs would change, and the change itself: for the import of staff and of the command line. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { Minor } from '../money/money.ts'
import { skuKey, type Sku } from '../products/sku.ts'
import type { CurrencyCode } from '../stores/store.ts'
import type { CostFile, CostProblem, CostRow } from './cost-file.ts'
import { setCosts, type WantedCosts } from './product-cost.server.ts'

export interface CostChange {
  row: number
  /** As the shop spells it. */
  sku: Sku
  currency: CurrencyCode
  /** Null: there is none yet. */
  beforeMinor: Minor | null
  afterMinor: Minor
}

export interface CostPlan {
  read: number
  unchanged: number
  changes: CostChange[]
  /** In the order of the file. */
  problems: CostProblem[]
}

/** The costs of one product before and after, in the currencies that change. */
export interface ProductCostChange {
  sku: Sku
  before: WantedCosts
  after: WantedCosts
}

/** Compares the rows of a file with what is stored. Changes nothing. */
export async function planCosts(
  db: Kysely<DB>,
  file: Pick<Extract<CostFile, { ok: true }>, 'read' | 'rows' | 'problems'>,
): Promise<CostPlan> {
  const keys = [...new Set(file.rows.map(({ sku }) => skuKey(sku)))]
  const { rows: products } = await sql<{ sku: Sku; costs: WantedCosts }>`
    select p.sku, coalesce((select jsonb_object_agg(c.currency, c.cost_minor) from product_cost c
      where c.product_id = p.id), '{}') as costs
    from product p where sku_key(p.sku) = any(${keys}::text[])`.execute(db)
  const known = new Map(products.map((product) => [skuKey(product.sku), product]))
  const changes: CostChange[] = []
  const problems = [...file.problems]
  for (const { row, sku, currency, costMinor } of file.rows) {
    const product = known.get(skuKey(sku))
    if (!product) problems.push(unknownSku({ row, sku }))
    else if ((product.costs[currency] ?? null) !== costMinor)
      changes.push({
        row,
        sku: product.sku,
        currency,
        beforeMinor: product.costs[currency] ?? null,
        afterMinor: costMinor,
      })
  }
  const unchanged = file.read - changes.length - problems.length
  return { read: file.read, unchanged, changes, problems: problems.toSorted((a, b) => a.row - b.row) }
}

const unknownSku = ({ row, sku }: Pick<CostRow, 'row' | 'sku'>): CostProblem => ({
  outcome: 'refused',
  row,
  sku,
  title: null,
  column: 'sku',
  value: sku,
  code: 'unknown_sku',
  detail: null,
})

/** The changes of each product together, in the order of the file. */
export function byProduct(changes: readonly CostChange[]): ProductCostChange[] {
  const products = new Map<Sku, ProductCostChange>()
  for (const { sku, currency, beforeMinor, afterMinor } of changes) {
    const product = products.get(sku) ?? { sku, before: {}, after: {} }
    products.set(sku, product)
    product.before[currency] = beforeMinor
    product.after[currency] = afterMinor
  }
  return [...products.values()]
}

/** Writes the costs of products; the outcome of each, in their order. One that was changed since is refused. */
export async function changeCosts(
  db: Kysely<DB>,
  actor: Actor,
  products: readonly ProductCostChange[],
  reason: string,
): Promise<({ ok: true } | { ok: false; code: 'unknown_product' | 'changed_meanwhile' })[]> {
  const answers = []
  for (const { sku, before, after } of products) {
    const answer = await setCosts(db, actor, { sku, costs: after, expected: before, reason })
    answers.push(answer.ok ? { ok: true as const } : { ok: false as const, code: answer.code })
  }
  return answers
}
