/**
 * The history of stock: which pool changed, when, why and by whom. Rows are written by triggers on `stock`;
 * this module sets the reason, reads the movements since a time of counting, and changes stock manually.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { isoDay, localDay } from '../stores/local-time.ts'
import { readMerchantDate } from '../stores/merchant-date.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import type { Pool, Pools } from './stock-pools.ts'
import type { Sku } from '../products/sku.ts'
import type { ProductId } from '../products/product-id.ts'

/** Why stock changes. `opening` and `import` are set figures; an import counts movements after them. */
export type StockReason =
  | 'opening'
  | 'import'
  | 'delivery'
  | 'sale'
  | 'release'
  | 'return'
  | 'damage'
  | 'correction'
  /** A count by staff, as of its time. */
  | 'count'

/** Sets the reason of the following stock changes in this transaction, until it is set again. */
export async function giveStockReason(
  trx: Kysely<DB>,
  reason: StockReason | '',
  reference = '',
): Promise<void> {
  await sql`select set_config('anode.stock_reason', ${reason}, true),
    set_config('anode.stock_reference', ${reference}, true)`.execute(trx)
}

export interface StockSince {
  productId: ProductId
  store: StoreCode
  /** Units now. */
  now: Pools
  /** Units sold (negative), released or returned since the requested time. */
  moved: Pools
  /** The part of `moved` that orders reserved (negative) or released. */
  ordered: Pools
  /** Units after the last set figure, per pool. */
  lastSet: Pools
}

/**
 * The stock of products and the movements since their time of counting (ISO text; null: not requested), both
 * in one snapshot. There are no movements in the future, so a time in the future counts as now.
 */
export async function stockSince(
  db: Kysely<DB>,
  asked: readonly { productId: ProductId; store: StoreCode; at: string | null }[],
): Promise<StockSince[]> {
  if (asked.length === 0) return []
  const json = JSON.stringify(asked.map(({ productId, store, at }) => ({ product_id: productId, store, at })))
  const moved = (pool: Pool) => sql`coalesce(sum(delta) filter (where pool = ${pool}), 0)`
  const ordered = (pool: Pool) =>
    sql`coalesce(sum(delta) filter (where pool = ${pool} and reason in ('sale', 'release')), 0)`
  const set = (pool: Pool) => sql`coalesce((select units from stock_change c
    where c.product_id = s.product_id and c.store = s.store and c.pool = ${pool} and c.reason in ('opening', 'import')
    order by c.id desc limit 1), 0)`
  const { rows } = await sql<StockSince>`
    select s.product_id as "productId", s.store,
      json_build_object('available', s.available, 'incoming', s.incoming, 'presale', s.presale) as now, m.moved,
      m.ordered,
      json_build_object('available', ${set('available')}, 'incoming', ${set('incoming')},
        'presale', ${set('presale')}) as "lastSet"
    from json_to_recordset(${json}::json) as r (product_id integer, store text, at timestamptz)
    join stock s on s.product_id = r.product_id and s.store = r.store
    cross join lateral (
      select json_build_object('available', ${moved('available')}, 'incoming', ${moved('incoming')},
        'presale', ${moved('presale')}) as moved,
        json_build_object('available', ${ordered('available')}, 'incoming', ${ordered('incoming')},
          'presale', ${ordered('presale')}) as ordered
      from stock_change c
      where c.product_id = s.product_id and c.store = s.store and c.effective_at > least(r.at, now())
        and r.at is not null and c.reason not in ('opening', 'import')) m`.execute(db)
  return rows
}

/** Relative changes that an import has already applied, by product and reference. */
export async function deliveriesKnown(
  db: Kysely<DB>,
  asked: readonly { productId: ProductId; store: StoreCode; reference: string }[],
): Promise<Set<string>> {
  if (asked.length === 0) return new Set()
  const json = JSON.stringify(asked.map(({ productId, ...rest }) => ({ product_id: productId, ...rest })))
  const { rows } = await sql<{ key: string }>`
    select distinct c.product_id || '/' || c.reference as key
    from json_to_recordset(${json}::json) as r (product_id integer, store text, reference text)
    cross join lateral (select product_id, reference from stock_change o where o.product_id = r.product_id
      and o.store = r.store and o.reference = r.reference and o.reason = 'delivery' offset 0) c`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export interface DatedChange {
  product_id: ProductId
  store: StoreCode
  /** The time from which the figure holds; null: the time of the change. */
  counted_at: string | null
  /** Identity of a relative change. */
  reference: string | null
}

/**
 * Dates the rows of this transaction by their feed, but never before an earlier change of the same stock, and
 * records relative changes without an effect, so that they are not applied later.
 */
export async function dateStockChanges(
  trx: Kysely<DB>,
  changes: readonly DatedChange[],
  reason: 'import' | 'delivery' | 'count',
): Promise<void> {
  // Each change is found through the index on product and store (`offset 0` keeps a subquery as it is): the planner
  // expects few rows of this transaction, and would compare every one of them with every row of the feed.
  const rows = sql`json_to_recordset(${JSON.stringify(changes)}::json)
    as r (product_id integer, store text, counted_at timestamptz, reference text)`
  if (reason === 'delivery')
    await sql`insert into stock_change (product_id, store, pool, delta, units, reason)
      select s.product_id, s.store, 'available', 0, s.available, 'delivery'
      from ${rows} join stock s using (product_id, store)
      where not exists (select from stock_change c where c.product_id = s.product_id and c.store = s.store
        and c.transaction_id = pg_current_xact_id() and c.reason = 'delivery' offset 0)`.execute(trx)
  await sql`update stock_change c set reference = coalesce(f.reference, c.reference),
      effective_at = case when f.counted_at is null then c.effective_at else greatest(least(f.counted_at, now()),
        (select max(o.effective_at) from stock_change o where o.product_id = c.product_id and o.store = c.store
          and o.transaction_id <> c.transaction_id and ${reason} <> 'delivery')) end
    from (select own.id, r.counted_at, r.reference from ${rows} cross join lateral
      (select id from stock_change o where o.product_id = r.product_id and o.store = r.store
        and o.transaction_id = pg_current_xact_id() and o.reason = ${reason} offset 0) own) f
    where c.id = f.id`.execute(trx)
}

/**
 * When the stock of products last changed in each store, ISO text in UTC with microseconds, by product id.
 */
export async function lastStockChanges(
  db: Kysely<DB>,
  productIds: readonly ProductId[],
): Promise<Map<number, { store: StoreCode; at: string }[]>> {
  const { rows } = await sql<{ id: number; store: StoreCode; at: string }>`
    select product_id as id, store,
      to_char(max(effective_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
    from stock_change where product_id = any(${productIds}) group by product_id, store`.execute(db)
  return Map.groupBy(rows, ({ id }) => id)
}

export type StockChangeAnswer =
  | { ok: true; units: number }
  | { ok: false; code: 'unknown_product' | 'below_zero' }

/** Adds units to the available stock (or removes some), with a reason. */
export function changeStock(
  db: Kysely<DB>,
  actor: Actor,
  change: { sku: Sku; store: StoreCode; units: number; reason: StockReason; reference: string },
): Promise<StockChangeAnswer> {
  return audited(db, actor, async (trx, record) => {
    await giveStockReason(trx, change.reason, change.reference)
    const { rows } = await sql<{ left: number }>`
      select s.available + ${change.units}::integer as left from stock s join product p on p.id = s.product_id
      where p.sku = ${change.sku} and s.store = ${change.store} for update of s`.execute(trx)
    const left = rows[0]?.left
    if (left === undefined) return { ok: false, code: 'unknown_product' }
    if (left < 0) return { ok: false, code: 'below_zero' }
    await sql`update stock s set available = ${left} from product p
      where p.id = s.product_id and p.sku = ${change.sku} and s.store = ${change.store}`.execute(trx)
    record({
      action: 'stock.change',
      object: ['product', change.sku],
      store: change.store,
      before: { available: left - change.units },
      after: { available: left },
      reason: [change.reason, change.reference].filter(Boolean).join(': '),
    })
    return { ok: true, units: left }
  })
}

export interface StockHistoryEntry {
  store: StoreCode
  effectiveAt: Date
  pool: Pool
  delta: number
  units: number
  reason: string
  /** Order number for sales and releases. */
  reference: string | null
}

/** The latest changes of a product's stock, newest first. */
export async function stockHistory(
  db: Kysely<DB>,
  sku: Sku,
  store: StoreCode | undefined,
  limit: number,
): Promise<StockHistoryEntry[]> {
  const { rows } = await sql<StockHistoryEntry>`
    select c.store, c.effective_at as "effectiveAt", c.pool, c.delta, c.units, c.reason,
      coalesce(o.number, c.reference) as reference
    from stock_change c join product p on p.id = c.product_id
    left join orders o on o.id =
      case when c.reason in ('sale', 'release') and c.reference ~ '^\\d+$' then c.reference::bigint end
    where p.sku = ${sku} and (${store ?? null}::text is null or c.store = ${store ?? null})
    order by c.id desc limit ${limit}`.execute(db)
  return rows
}

export interface IncomingGoods {
  units: number
  /** `YYYY-MM-DD` by the clock of the store; null: no date is known. */
  date: string | null
}

export type IncomingAnswer =
  | { ok: true; incoming: IncomingGoods }
  | { ok: false; code: 'unknown_product' | 'below_zero' }
  | { ok: false; code: 'changed_meanwhile'; current: IncomingGoods }

/**
 * Sets the units that are expected, which may be sold before they are there, and their date. `expected`: what the
 * person saw; orders that took some meanwhile are not overwritten.
 */
export function setIncoming(
  db: Kysely<DB>,
  actor: Actor,
  change: IncomingGoods & { sku: Sku; store: StoreCode; expected?: IncomingGoods; reason?: string },
): Promise<IncomingAnswer> {
  const { sku, store, units, date, expected } = change
  const { timeZone } = stores[store]
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{
      incoming: number
      incoming_at: Date | null
    }>`select s.incoming, s.incoming_at
      from stock s join product p on p.id = s.product_id
      where p.sku = ${sku} and s.store = ${store} for update of s`.execute(trx)
    const [row] = rows
    if (!row) return { ok: false, code: 'unknown_product' }
    if (units < 0) return { ok: false, code: 'below_zero' }
    const current = {
      units: row.incoming,
      date: row.incoming_at && isoDay(localDay(timeZone, row.incoming_at.getTime())),
    }
    if (expected && (expected.units !== current.units || expected.date !== current.date))
      return { ok: false, code: 'changed_meanwhile', current }
    const moment = date === null ? null : readMerchantDate(date, timeZone, 'start')
    await giveStockReason(trx, 'correction', 'incoming')
    await sql`update stock s set incoming = ${units}, incoming_at = ${moment === null ? null : new Date(moment)}
      from product p where p.id = s.product_id and p.sku = ${sku} and s.store = ${store}`.execute(trx)
    record({
      action: 'stock.incoming',
      object: ['product', sku],
      store,
      before: { incoming: current.units, incomingOn: current.date },
      after: { incoming: units, incomingOn: date },
      reason: change.reason ?? null,
    })
    return { ok: true, incoming: { units, date } }
  })
}
