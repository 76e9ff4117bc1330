/** What PostgreSQL knows about the products of a cart: their stock and which products point at them. One query each. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { StockNeed } from './allocate-stock.ts'
import { noRelations, type ProductRelations } from './line-origins.ts'

interface NeedRow {
  sold_id: number
  product_id: number | null
  per_unit: number | null
  available: number | null
  incoming: number | null
  incoming_at: Date | null
  presale: number | null
  release_at: Date | null
  discontinued: boolean | null
}

/** Product id → what a unit of it takes from the store's stock; a set takes its parts. May know more than was asked. */
export type StockNeeds = ReadonlyMap<number, readonly StockNeed[]>

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

async function loadStockNeeds(
  db: Kysely<DB>,
  store: StoreCode,
  productIds: readonly number[],
): Promise<StockNeeds> {
  const { rows } = await sql<NeedRow>`/* plan: stock-needs */
    select w.id as sold_id, p.product_id, p.quantity as per_unit, s.available, nullif(s.incoming, 0) as incoming,
      s.incoming_at, nullif(s.presale, 0) as presale, s.release_at, nullif(s.discontinued, false) as discontinued
    from unnest(${productIds}::integer[]) as w(id)
    left join set_part p on p.set_id = w.id
    left join stock s on s.product_id = coalesce(p.product_id, w.id) and s.store = ${store}`.execute(db)
  const needs = new Map<number, StockNeed[]>()
  for (const row of rows) {
    const list = needs.get(row.sold_id) ?? []
    list.push({ productId: row.product_id ?? row.sold_id, perUnit: row.per_unit ?? 1, stock: stockOf(row) })
    needs.set(row.sold_id, list)
  }
  return needs
}

function stockOf(row: NeedRow): StockNeed['stock'] {
  if (row.available === null) return null
  return {
    available: row.available,
    incoming: row.incoming,
    incomingAt: row.incoming_at?.getTime() ?? null,
    // A count of 0 without a date is no presale that ran out: there is none.
    presaleCap: row.presale || row.release_at ? row.presale : null,
    releaseAt: row.release_at?.getTime() ?? null,
    discontinued: row.discontinued,
  }
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
