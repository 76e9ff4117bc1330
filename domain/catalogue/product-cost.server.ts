/**
 * What a product costs the shop, without VAT: one amount in each currency in which it is bought. Only for staff who may
 * change prices; the catalogue index, the feeds and the shop's API never read it.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Minor } from '../money/money.ts'
import type { Sku } from '../products/sku.ts'
import type { CurrencyCode } from '../stores/store.ts'
import { stores, type StoreCode } from '../stores/stores.ts'

/** Currency → amount; a currency without a cost is absent. */
export type ProductCosts = Partial<Record<CurrencyCode, Minor>>

/** What is to be stored; null removes the amount, and a currency that is not named stays as it is. */
export type WantedCosts = Partial<Record<CurrencyCode, Minor | null>>

export type SetCostsAnswer =
  | { ok: true; costs: ProductCosts }
  | { ok: false; code: 'unknown_product' }
  /** Somebody changed one of them after the person read it. */
  | { ok: false; code: 'changed_meanwhile'; current: ProductCosts }

async function costsOf(db: Kysely<DB>, productId: number): Promise<ProductCosts> {
  const { rows } = await sql<{ currency: CurrencyCode; costMinor: Minor }>`
    select currency, cost_minor as "costMinor" from product_cost where product_id = ${productId}
    order by currency`.execute(db)
  return Object.fromEntries(rows.map(({ currency, costMinor }) => [currency, costMinor]))
}

/** Null: no product has the sku. */
export async function readCosts(db: Kysely<DB>, sku: Sku): Promise<ProductCosts | null> {
  const product = await db.selectFrom('product').select('id').where('sku', '=', sku).executeTakeFirst()
  return product ? costsOf(db, product.id) : null
}

/** Stores the costs of a product. `expected`: those that the person saw, of the same currencies. */
export async function setCosts(
  db: Kysely<DB>,
  actor: Actor,
  given: { sku: Sku; costs: WantedCosts; expected?: WantedCosts; reason?: string },
): Promise<SetCostsAnswer> {
  const { sku, costs, expected, reason = null } = given
  return audited(db, actor, async (trx, record) => {
    const product = await trx
      .selectFrom('product')
      .select('id')
      .where('sku', '=', sku)
      .forUpdate()
      .executeTakeFirst()
    if (!product) return { ok: false, code: 'unknown_product' }
    const stored = await costsOf(trx, product.id)
    const differing = (other: WantedCosts) =>
      (Object.keys(costs) as CurrencyCode[]).filter(
        (currency) => (stored[currency] ?? null) !== (other[currency] ?? null),
      )
    if (expected && differing(expected).length > 0)
      return { ok: false, code: 'changed_meanwhile', current: stored }
    const changed = differing(costs)
    for (const currency of changed) {
      const costMinor = costs[currency] ?? null
      if (costMinor === null)
        await trx
          .deleteFrom('product_cost')
          .where('product_id', '=', product.id)
          .where('currency', '=', currency)
          .execute()
      else
        await trx
          .insertInto('product_cost')
          .values({ product_id: product.id, currency, cost_minor: costMinor })
          .onConflict((conflict) =>
            conflict.columns(['product_id', 'currency']).doUpdateSet({ cost_minor: costMinor }),
          )
          .execute()
    }
    const of = (amounts: WantedCosts) =>
      Object.fromEntries(changed.map((currency) => [currency, amounts[currency] ?? null]))
    if (changed.length > 0)
      record({
        action: 'cost.change',
        object: ['product', sku],
        before: of(stored),
        after: of(costs),
        reason,
      })
    return { ok: true, costs: await costsOf(trx, product.id) }
  })
}

/** What a margin is computed from. */
export interface CostIn {
  vatRateBasisPoints: number
  /** In the currency of the store. */
  costMinor: Minor
}

/** The cost of products in the currency of the store, by `costKey`; absent: there is none in this currency. */
export async function costsIn(
  db: Kysely<DB>,
  products: readonly { productId: number; store: StoreCode }[],
): Promise<Map<string, CostIn>> {
  if (products.length === 0) return new Map()
  const wanted = products.map(({ productId, store }) => ({
    productId,
    store,
    currency: stores[store].currency,
  }))
  const { rows } = await sql<{ productId: number; store: StoreCode } & CostIn>`
    select c.product_id as "productId", s.store, s.vat_rate_basis_points as "vatRateBasisPoints",
      c.cost_minor as "costMinor"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w ("productId" integer, store text, currency text)
      join product_cost c on c.product_id = w."productId" and c.currency = w.currency
      join store_product s on s.product_id = w."productId" and s.store = w.store`.execute(db)
  return new Map(
    rows.map(({ vatRateBasisPoints, costMinor, ...product }) => [
      costKey(product),
      { vatRateBasisPoints, costMinor },
    ]),
  )
}

export const costKey = ({ productId, store }: { productId: number; store: StoreCode }): string =>
  `${productId} ${store}`
