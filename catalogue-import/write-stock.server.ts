/**
 * Writes the stock of a batch. A quantity is written as the difference to the value read, so that a
 * concurrently committed order is never overwritten; the history records the reason and the time of counting.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import {
  dateStockChanges,
  deliveriesKnown,
  giveStockReason,
  stockSince,
} from '../domain/stock/stock-history.server.ts'
import type { Pools } from '../domain/stock/stock-pools.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { stockTable, type StockRow } from './catalogue-tables.server.ts'
import type { ProductState } from './product-state.server.ts'
import { recordset, saveRows } from './table-rows.server.ts'
import { takenBack } from './taken-back.server.ts'
import { noProductId } from '../domain/products/product-id.ts'

/** The meaning of a row's quantity in one store. */
export interface StockCount {
  store: StoreCode
  /** ISO text with microseconds; null: valid as of the import. */
  countedAt: string | null
  /** Identity of a relative change; null for a counted quantity. */
  reference: string | null
}

export interface KnownStock {
  moved: Pools
  ordered: Pools
  lastSet: Pools
  /** The relative change was applied by an earlier import. */
  isRepeated: boolean
  /** Discontinued because the import that had added the product was rolled back. */
  isTakenBack: boolean
}

/**
 * Reads stock and movements of one snapshot, and puts the stock into the states. Returns store → stock data.
 */
export async function loadKnownStock(
  db: Kysely<DB>,
  products: readonly { state: ProductState; counts: readonly StockCount[] }[],
): Promise<Map<ProductState, Map<StoreCode, KnownStock>>> {
  const existing = products.filter(({ state }) => (state.id ?? 0) > 0)
  const asked = existing.flatMap(({ state, counts }) =>
    counts.map(({ store, countedAt, reference }) => ({
      productId: state.id ?? noProductId,
      store,
      at: countedAt,
      reference,
    })),
  )
  const relative = asked.flatMap(({ reference, ...rest }) =>
    reference === null ? [] : [{ ...rest, reference }],
  )
  const repeated = await deliveriesKnown(db, relative)
  const references = new Map(relative.map((each) => [`${each.productId}/${each.store}`, each.reference]))
  const states = new Map(existing.map(({ state }) => [state.id, state]))
  const known = new Map<ProductState, Map<StoreCode, KnownStock>>()
  for (const { productId, store, now, moved, ordered, lastSet } of await stockSince(db, asked)) {
    const state = states.get(productId)
    if (!state) continue
    state.stock = state.stock.map((row) => (row.store === store ? { ...row, ...now } : row))
    const reference = references.get(`${productId}/${store}`)
    const isRepeated = reference !== undefined && repeated.has(`${productId}/${reference}`)
    const ofState = known.get(state) ?? new Map<StoreCode, KnownStock>()
    known.set(state, ofState.set(store, { moved, ordered, lastSet, isRepeated, isTakenBack: false }))
  }
  const gone = existing.flatMap(({ state, counts }) =>
    state.stock.filter(
      ({ store, discontinued }) => discontinued && counts.some((count) => count.store === store),
    ),
  )
  for (const { productId, store } of await takenBack(db, gone)) {
    const state = states.get(productId)
    const stock = state && known.get(state)?.get(store)
    if (stock) stock.isTakenBack = true
  }
  return known
}

export interface StockWrite {
  before: StockRow | undefined
  after: StockRow
  count: StockCount | undefined
}

/** Writes the stock rows; all of them differ from the values read, or are relative changes. */
export async function saveStock(db: Kysely<DB>, writes: readonly StockWrite[]): Promise<void> {
  for (const reason of ['import', 'delivery'] as const) {
    const own = writes.filter(
      ({ count }) => (typeof count?.reference === 'string') === (reason === 'delivery'),
    )
    if (own.length === 0) continue
    await giveStockReason(db, reason)
    const added = own.filter(({ before }) => !before).map(({ after }) => after)
    await saveRows(db, stockTable, { upsert: added, remove: [] })
    await addDifferences(db, own)
    const dated = own.flatMap(({ after, count }) =>
      count && (count.countedAt !== null || count.reference !== null)
        ? [
            {
              product_id: after.product_id,
              store: count.store,
              counted_at: count.countedAt,
              reference: count.reference,
            },
          ]
        : [],
    )
    if (dated.length > 0) await dateStockChanges(db, dated, reason)
  }
  if (writes.length > 0) await giveStockReason(db, '')
}

async function addDifferences(db: Kysely<DB>, writes: readonly StockWrite[]): Promise<void> {
  const rows = writes.flatMap(({ before, after }) =>
    before
      ? [
          {
            ...after,
            available: after.available - before.available,
            incoming: after.incoming - before.incoming,
            presale: after.presale - before.presale,
          },
        ]
      : [],
  )
  if (rows.length === 0) return
  await sql`update stock s set available = greatest(0, s.available + r.available),
      incoming = greatest(0, s.incoming + r.incoming), presale = greatest(0, s.presale + r.presale),
      incoming_at = r.incoming_at, release_at = r.release_at, discontinued = r.discontinued
    from ${recordset(stockTable, rows)}
    where s.product_id = r.product_id and s.store = r.store`.execute(db)
}
