/** The only SQL that reads and writes the changed dates of orders' lines, and the moves they come from. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ProductId } from '../products/product-id.ts'

/** A date on which a line is expected in stock that changed after the order. */
export interface LineDate {
  uuid: string
  /** The move that changed it, or the newest one of its order. */
  moveId: number
  /** The date announced to the buyer before; null: none was known. */
  formerAt: Date | null
  expectedAt: Date
  /** Whether a mail says it. */
  isMailed: boolean
}

/** The changed dates of an order's lines, oldest first. */
export async function lineDatesOf(db: Kysely<DB>, orderId: number): Promise<LineDate[]> {
  const { rows } = await sql<LineDate>`
    select uuid, move_id as "moveId", former_at as "formerAt", expected_at as "expectedAt", is_mailed as "isMailed"
    from order_line_date where order_id = ${orderId} order by move_id, uuid`.execute(db)
  return rows
}

/** The current dates among an order's changed ones, by line. */
export function currentDates(dates: readonly LineDate[]): Map<string, Date> {
  return new Map(dates.map(({ uuid, expectedAt }) => [uuid, expectedAt]))
}

/** The lines of an order whose date changed since it was placed, with their current dates. */
export async function changedDatesOf(db: Kysely<DB>, orderId: number): Promise<Map<string, Date>> {
  return currentDates(await lineDatesOf(db, orderId))
}

export async function insertLineDates(
  trx: Kysely<DB>,
  orderId: number,
  dates: readonly LineDate[],
): Promise<void> {
  await trx
    .insertInto('order_line_date')
    .values(
      dates.map(({ uuid, moveId, formerAt, expectedAt, isMailed }) => ({
        order_id: orderId,
        uuid,
        move_id: moveId,
        former_at: formerAt,
        expected_at: expectedAt,
        is_mailed: isMailed,
      })),
    )
    .execute()
}

/**
 * The newest move of the pool from which an order reserved units, if it happened after the order was placed. By the
 * database's clock, which wrote both.
 */
const newestMove = sql`select m.id, m.expected_at from stock_date_move m
  where m.product_id = r.product_id and m.store = r.store and m.pool = r.pool
    and m.moved_at > (select min(e.recorded_at) from order_event e where e.order_id = r.order_id)
  order by m.id desc limit 1`

/** The paid orders after `after` that wait for goods whose date has moved since they were last given one. */
export async function ordersWithMovedDates(
  db: Kysely<DB>,
  { after, limit }: { after: number; limit: number },
): Promise<{ number: string; id: number }[]> {
  const { rows } = await sql<{ number: string; id: number }>`
    select distinct o.number, o.id
    from (select distinct product_id, store, pool from stock_date_move) moved
    join stock_reservation r using (product_id, store, pool)
    join orders o on o.id = r.order_id
    cross join lateral (${newestMove}) m
    where o.id > ${after} and r.status = 'reserved' and o.status in ('received', 'processing')
      and not exists (select from order_line_date d where d.order_id = o.id and d.move_id >= m.id)
    order by o.id limit ${limit}`.execute(db)
  return rows
}

/** A product for which an order waits. */
export interface AwaitedProduct {
  productId: ProductId
  /** The newest move of its date after the order; null: it has not moved. */
  moveId: number | null
  /** Null: no date is known. */
  expectedAt: Date | null
}

/** The products for which an order has reserved units that are not in stock yet. */
export async function awaitedProducts(trx: Kysely<DB>, orderId: number): Promise<AwaitedProduct[]> {
  const { rows } = await sql<AwaitedProduct>`
    select r.product_id as "productId", m.id as "moveId",
      coalesce(m.expected_at, case r.pool when 'incoming' then s.incoming_at else s.release_at end) as "expectedAt"
    from stock_reservation r join stock s using (product_id, store)
    left join lateral (${newestMove}) m on true
    where r.order_id = ${orderId} and r.status = 'reserved' and r.pool <> 'available'`.execute(trx)
  return rows
}

/** The parts of the sets among the products. */
export async function partsOfSets(
  trx: Kysely<DB>,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, ProductId[]>> {
  const { rows } = await sql<{ setId: ProductId; productIds: ProductId[] }>`
    select set_id as "setId", array_agg(product_id) as "productIds" from set_part
    where set_id = any(${[...productIds]}::integer[]) group by set_id`.execute(trx)
  return new Map(rows.map(({ setId, productIds: parts }) => [setId, parts]))
}

/** Orders that are paid or released later than this after a move are shipped with the date of their order. */
const keptDays = 60

/** Deletes moves that no order needs any more. */
export async function tidyStockDateMoves(db: Kysely<DB>): Promise<void> {
  await sql`delete from stock_date_move where moved_at < now() - make_interval(days => ${keptDays})`.execute(
    db,
  )
}
