/**
 * Counts in the warehouse and thresholds, entered by staff. A count is an absolute figure that held at a time: what was
 * sold, released or returned since is applied to it, as an import does with `quantity_at` (decision 30).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { ProductId } from '../products/product-id.ts'
import type { Sku } from '../products/sku.ts'
import type { StoreCode } from '../stores/stores.ts'
import { dateStockChanges, giveStockReason, stockSince } from './stock-history.server.ts'

export interface StockCount {
  sku: Sku
  store: StoreCode
  /** Units that no order had reserved. */
  units: number
  /** ISO time; null: now. */
  countedAt: string | null
  note: string
  /** Nothing is recorded where the stock is as counted. */
  onlyChanges?: boolean
}

export type CountAnswer =
  | { ok: true; units: number }
  | { ok: false; code: 'unknown_product' | 'below_zero' | 'counted_in_future' | 'counted_later' }

export function countStock(db: Kysely<DB>, actor: Actor, count: StockCount): Promise<CountAnswer> {
  const { sku, store, countedAt, note, onlyChanges = false } = count
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{ product_id: ProductId; available: number }>`
      select s.product_id, s.available from stock s join product p on p.id = s.product_id
      where p.sku = ${sku} and s.store = ${store} for update of s`.execute(trx)
    const [row] = rows
    if (!row) return { ok: false, code: 'unknown_product' }
    const { product_id: productId } = row
    let moved = 0
    if (countedAt !== null) {
      const timing = await sql<{ is_future: boolean; is_superseded: boolean }>`
        select ${countedAt}::timestamptz > clock_timestamp() as is_future,
          exists (select from stock_change c where c.product_id = ${productId} and c.store = ${store}
            and c.pool = 'available' and c.reason in ('import', 'count')
            and c.effective_at > ${countedAt}::timestamptz) as is_superseded`.execute(trx)
      if (timing.rows[0]?.is_future) return { ok: false, code: 'counted_in_future' }
      // The later figure is the newer knowledge; movements since would be counted twice.
      if (timing.rows[0]?.is_superseded) return { ok: false, code: 'counted_later' }
      const [since] = await stockSince(trx, [{ productId, store, at: countedAt }])
      moved = since?.moved.available ?? 0
    }
    const left = count.units + moved
    if (left < 0) return { ok: false, code: 'below_zero' }
    if (onlyChanges && left === row.available) return { ok: true, units: left }
    await giveStockReason(trx, 'count', note)
    await sql`update stock set available = ${left}
      where product_id = ${productId} and store = ${store}`.execute(trx)
    await dateStockChanges(
      trx,
      [{ product_id: productId, store, counted_at: countedAt, reference: note === '' ? null : note }],
      'count',
    )
    record({
      action: 'stock.count',
      object: ['product', sku],
      store,
      before: { available: row.available },
      after: { available: left },
      reason: [`counted ${count.units}${countedAt === null ? '' : ` at ${countedAt}`}`, note]
        .filter(Boolean)
        .join(': '),
    })
    return { ok: true, units: left }
  })
}

/**
 * Counts so many units more than there are, or less. `lastCounted`, as `lastCountedAt` answers it: refused where the stock was
 * counted since.
 */
export function addToStock(
  db: Kysely<DB>,
  actor: Actor,
  {
    sku,
    store,
    units,
    note,
    lastCounted,
  }: Pick<StockCount, 'sku' | 'store' | 'units' | 'note'> & { lastCounted?: string | null },
): Promise<CountAnswer> {
  return audited(db, actor, async (trx) => {
    const { rows } = await sql<{ available: number }>`
      select s.available from stock s join product p on p.id = s.product_id
      where p.sku = ${sku} and s.store = ${store} for update of s`.execute(trx)
    const [row] = rows
    if (!row) return { ok: false, code: 'unknown_product' }
    // Once the row is locked: a count that was under way is known now.
    if (lastCounted !== undefined && (await lastCountedAt(trx, { sku, store })) !== lastCounted)
      return { ok: false, code: 'counted_later' }
    return countStock(trx, actor, { sku, store, units: row.available + units, countedAt: null, note })
  })
}

/** Since when the last count or import of a stock holds, ISO text in UTC with microseconds; null: there is none. */
export async function lastCountedAt(
  db: Kysely<DB>,
  { sku, store }: Pick<StockCount, 'sku' | 'store'>,
): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select to_char(max(c.effective_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from stock_change c join product p on p.id = c.product_id
    where p.sku = ${sku} and c.store = ${store} and c.pool = 'available' and c.reason in ('import', 'count')`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

/**
 * Sets the units below which a product is listed as short in a store; null: the usual threshold. `expected`: what the
 * person saw; absent: whatever is stored.
 */
export function setThreshold(
  db: Kysely<DB>,
  actor: Actor,
  {
    sku,
    store,
    units,
    expected,
    reason = null,
  }: {
    sku: Sku
    store: StoreCode
    units: number | null
    expected?: number | null | undefined
    reason?: string | null
  },
): Promise<
  | { ok: true }
  | { ok: false; code: 'unknown_product' }
  | { ok: false; code: 'changed_meanwhile'; current: number | null }
> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{ threshold: number | null }>`
      select s.threshold from stock s join product p on p.id = s.product_id
      where p.sku = ${sku} and s.store = ${store} for update of s`.execute(trx)
    const [row] = rows
    if (!row) return { ok: false, code: 'unknown_product' }
    if (row.threshold === units) return { ok: true }
    if (expected !== undefined && row.threshold !== expected)
      return { ok: false, code: 'changed_meanwhile', current: row.threshold }
    await sql`update stock s set threshold = ${units}
      from product p where p.id = s.product_id and p.sku = ${sku} and s.store = ${store}`.execute(trx)
    record({
      action: 'stock.threshold',
      object: ['product', sku],
      store,
      before: { threshold: row.threshold },
      after: { threshold: units },
      reason,
    })
    return { ok: true }
  })
}
