/**
 * Reads what PostgreSQL knows about the products of a cart: their stock and the products related to them. One
 * query each.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Stock } from '../catalogue/stock-status.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { StockNeed } from './allocate-stock.ts'
import { noRelations, type ProductRelations } from './line-origins.ts'
import type { ProductId } from '../products/product-id.ts'

/**
 * Rows of one query: columns for values that every row has, one array per row for values that few have. Null:
 * no rows.
 */
interface StockRows {
  products: ProductId[] | null
  available: number[] | null
  expected: ExpectedRow[] | null
  parts: [setId: ProductId, partId: ProductId, perUnit: number][] | null
}

/** Expected or discontinued stock; times in epoch milliseconds. */
type ExpectedRow = [
  productId: ProductId,
  incoming: number,
  incomingAt: number | null,
  presaleCap: number,
  releaseAt: number | null,
  discontinued: boolean,
]

/**
 * Product id → what one unit needs from the store's stock; a set needs its parts. May contain more products
 * than requested.
 */
export type StockNeeds = ReadonlyMap<ProductId, readonly StockNeed[]>

/** Current stock needs of products in a store. */
export type ReadStockNeeds = (store: StoreCode, productIds: readonly ProductId[]) => Promise<StockNeeds>

/**
 * Reads current stock. Carts that ask in the same turn of the event loop share one query: on a busy node a
 * round trip to PostgreSQL costs more than the rest of a cart's work.
 */
export function createStockReader(db: Kysely<DB>): ReadStockNeeds {
  const gathering = new Map<StoreCode, { ids: Set<ProductId>; needs: Promise<StockNeeds> }>()
  const gather = (store: StoreCode) => {
    const ids = new Set<ProductId>()
    const needs = nextTurn().then(() => {
      gathering.delete(store)
      return loadStockNeeds(db, store, [...ids])
    })
    const gathered = { ids, needs }
    gathering.set(store, gathered)
    return gathered
  }
  return (store, productIds) => {
    const { ids, needs } = gathering.get(store) ?? gather(store)
    for (const id of productIds) ids.add(id)
    return needs
  }
}

/**
 * One row for any number of products, in columns: building and parsing rows is several times slower, and
 * every waiting cart pays for it. The ids are joined here because the driver inspects every element of an
 * array.
 */
async function loadStockNeeds(
  db: Kysely<DB>,
  store: StoreCode,
  productIds: readonly ProductId[],
): Promise<StockNeeds> {
  const ids = `{${productIds.join(',')}}`
  const { rows } = await sql<StockRows>`/* plan: stock-needs */
    select array_to_json(array_agg(s.product_id)) as products, array_to_json(array_agg(s.available)) as available,
      json_agg(json_build_array(s.product_id, s.incoming, extract(epoch from s.incoming_at) * 1000, s.presale,
        extract(epoch from s.release_at) * 1000, s.discontinued))
        filter (where s.incoming > 0 or s.presale > 0 or s.release_at is not null or s.discontinued) as expected,
      (select json_agg(json_build_array(set_id, product_id, quantity))
        from set_part where set_id = any(${ids}::integer[])) as parts
    from stock s where s.store = ${store} and s.product_id = any(${ids}::integer[] ||
      array(select product_id from set_part where set_id = any(${ids}::integer[])))`.execute(db)
  const { products, available, expected, parts } = rows[0]!
  const stock = new Map<ProductId, Stock>()
  products?.forEach((id, index) => stock.set(id, { available: available![index]! }))
  for (const [id, incoming, incomingAt, presaleCap, releaseAt, discontinued] of expected ?? [])
    Object.assign(stock.get(id)!, { incoming, incomingAt, presaleCap, releaseAt, discontinued })
  const needs = new Map<ProductId, StockNeed[]>()
  const add = (soldId: ProductId, productId: ProductId, perUnit: number): void => {
    const need = { productId, perUnit, stock: stock.get(productId) ?? null }
    const known = needs.get(soldId)
    if (known) known.push(need)
    else needs.set(soldId, [need])
  }
  for (const [setId, partId, perUnit] of parts ?? []) add(setId, partId, perUnit)
  // A set that the store has stopped selling is not sold, whatever its parts are.
  for (const id of productIds) if (stock.get(id)?.discontinued) needs.delete(id)
  for (const id of productIds) if (!needs.has(id)) add(id, id, 1)
  return needs
}

/** Reads stock as if the store withheld these products, for a node whose catalogue index does not say so yet. */
export function withoutGoods(read: ReadStockNeeds, withheld: readonly ProductId[]): ReadStockNeeds {
  return async (store, productIds) => {
    const needs = new Map(await read(store, productIds))
    for (const productId of withheld)
      needs.set(productId, [{ productId, perUnit: 1, stock: { available: 0, isWithheld: true } }])
    return needs
  }
}

/** The relations from one of `sources` to one of `targets`. */
export async function loadRelations(
  db: Kysely<DB>,
  sources: readonly ProductId[],
  targets: readonly ProductId[],
): Promise<ProductRelations> {
  if (sources.length === 0) return noRelations
  const { rows } = await sql<{ kind: string; product_id: ProductId; related_id: ProductId }>`
    select kind, product_id, related_id from product_relation
    where product_id = any(${[...sources]}::integer[]) and related_id = any(${[...targets]}::integer[])`.execute(
    db,
  )
  const sourcesOf = new Map<string, Set<ProductId>>()
  for (const row of rows) {
    const key = `${row.kind} ${row.related_id}`
    const known = sourcesOf.get(key)
    if (known) known.add(row.product_id)
    else sourcesOf.set(key, new Set([row.product_id]))
  }
  return { sources: (kind, target) => sourcesOf.get(`${kind} ${target}`) ?? none }
}

const none: ReadonlySet<ProductId> = new Set()
