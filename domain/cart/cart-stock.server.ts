/** What PostgreSQL knows about the products of a cart: their stock and which products point at them. One query each. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { StockNeed } from './allocate-stock.ts'
import { noRelations, type ProductRelations } from './line-origins.ts'

/** What a unit of a sold product takes, moments in epoch milliseconds; null where there is nothing to say: a count of 0 coming, or of a presale, among them. */
type NeedRow = [
  soldId: number,
  partId: number | null,
  perUnit: number | null,
  available: number | null,
  incoming: number | null,
  incomingAt: number | null,
  presale: number | null,
  releaseAt: number | null,
  discontinued: true | null,
]

/** Product id → what a unit of it takes from the store's stock; a set takes its parts. May know more than was asked. */
export type StockNeeds = ReadonlyMap<number, readonly StockNeed[]>

/** What units of the products take from a store's stock, as it is now. */
export type ReadStockNeeds = (store: StoreCode, productIds: readonly number[]) => Promise<StockNeeds>

/**
 * Reads the stock as it is now. Carts that ask in the same turn of the event loop are answered by one query: waking
 * PostgreSQL costs a busy node more than a cart's other work.
 */
export function createStockReader(db: Kysely<DB>): ReadStockNeeds {
  const gathering = new Map<StoreCode, { ids: Set<number>; needs: Promise<StockNeeds> }>()
  const gather = (store: StoreCode) => {
    const ids = new Set<number>()
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

/** One value instead of many rows: to take a thousand rows apart costs a node several times as much. */
async function loadStockNeeds(
  db: Kysely<DB>,
  store: StoreCode,
  productIds: readonly number[],
): Promise<StockNeeds> {
  const { rows } = await sql<{ needs: NeedRow[] | null }>`/* plan: stock-needs */
    select json_agg(json_build_array(w.id, p.product_id, p.quantity, s.available, nullif(s.incoming, 0),
      extract(epoch from s.incoming_at) * 1000, nullif(s.presale, 0), extract(epoch from s.release_at) * 1000,
      nullif(s.discontinued, false))) as needs
    from unnest(${productIds}::integer[]) as w(id)
    left join set_part p on p.set_id = w.id
    left join stock s on s.product_id = coalesce(p.product_id, w.id) and s.store = ${store}`.execute(db)
  const needs = new Map<number, StockNeed[]>()
  for (const row of rows[0]?.needs ?? []) {
    const list = needs.get(row[0])
    if (list) list.push(needOf(row))
    else needs.set(row[0], [needOf(row)])
  }
  return needs
}

function needOf(row: NeedRow): StockNeed {
  const [soldId, partId, perUnit, available, incoming, incomingAt, presaleCap, releaseAt, discontinued] = row
  const stock =
    available === null ? null : { available, incoming, incomingAt, presaleCap, releaseAt, discontinued }
  return { productId: partId ?? soldId, perUnit: perUnit ?? 1, stock }
}

/** The relations that lead from one of `sources` to one of `targets`. */
export async function loadRelations(
  db: Kysely<DB>,
  sources: readonly number[],
  targets: readonly number[],
): Promise<ProductRelations> {
  if (sources.length === 0) return noRelations
  const { rows } = await sql<{ kind: string; product_id: number; related_id: number }>`
    select kind, product_id, related_id from product_relation
    where product_id = any(${[...sources]}::integer[]) and related_id = any(${[...targets]}::integer[])`.execute(
    db,
  )
  const sourcesOf = new Map<string, Set<number>>()
  for (const row of rows) {
    const key = `${row.kind} ${row.related_id}`
    const known = sourcesOf.get(key)
    if (known) known.add(row.product_id)
    else sourcesOf.set(key, new Set([row.product_id]))
  }
  return { sources: (kind, target) => sourcesOf.get(`${kind} ${target}`) ?? none }
}

const none: ReadonlySet<number> = new Set()
