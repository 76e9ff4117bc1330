/**
 * The back office's table of stock: a row for each product in each store that has stock of it. A product with choices
 * has none itself: its variants do.
 */
import { sql } from 'kysely'
import { beginningWith } from '../../db/like-pattern.ts'
import type { TableDefinition } from '../../db/table-query.server.ts'
import type { Sku } from '../products/sku.ts'
import { usualThreshold } from './stock-threshold.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface StockTableRow {
  sku: Sku
  store: StoreCode
  /** Null: the store does not sell it. */
  name: string | null
  /** Available and reserved units. */
  onHand: number
  /** Units of the available stock that orders have and that have not left yet. */
  reserved: number
  available: number
  incoming: number
  incomingAt: Date | null
  /** The product's own; null: the usual one. */
  threshold: number | null
  /** Orders of which units have not left yet. */
  openOrders: number
  discontinued: boolean
}

export interface StockFilters {
  store?: readonly string[] | undefined
  sku?: readonly string[] | undefined
  /** Fewer units than the threshold. */
  below?: boolean | undefined
  /** Fewer units than the threshold while orders wait to be shipped. */
  short?: boolean | undefined
  /** Goods are expected. */
  incoming?: boolean | undefined
  discontinued?: boolean | undefined
}

/** Of a row of `stock` named `k`. */
export const isBelowThreshold = sql`coalesce(k.available < coalesce(k.threshold, ${usualThreshold}::integer), false)`

/** Paid orders wait for a product; likewise. */
export const hasOrdersToShip = sql`exists (select 1 from stock_reservation r join orders o on o.id = r.order_id
  where r.product_id = k.product_id and r.store = k.store and r.status = 'reserved'
    and o.status in ('received', 'processing'))`

const reservations = sql`from stock_reservation r
  where r.product_id = k.product_id and r.store = k.store and r.status = 'reserved'`
const reserved = sql`(select coalesce(sum(r.quantity - r.consumed - r.released), 0)::integer ${reservations} and r.pool = 'available')`

const is = (isWanted: boolean) => (isWanted ? sql`` : sql`not`)

export const stockTable: TableDefinition<StockTableRow, StockFilters> = {
  source: sql`stock k join product p on p.id = k.product_id and p.variation_attributes = '{}'
    left join store_product s on s.product_id = k.product_id and s.store = k.store`,
  key: { by: sql`k.product_id::text || k.store`, type: 'text' },
  columns: {
    sku: sql`p.sku`,
    store: sql`k.store`,
    name: sql`s.name`,
    onHand: sql`k.available + ${reserved}`,
    reserved,
    available: sql`k.available`,
    incoming: sql`k.incoming`,
    incomingAt: sql`k.incoming_at`,
    threshold: sql`k.threshold`,
    openOrders: sql`(select count(distinct r.order_id)::integer ${reservations})`,
    discontinued: sql`k.discontinued`,
  },
  filters: {
    store: (stores) => sql`k.store = any(${stores}::text[])`,
    sku: (skus) => sql`p.sku = any(${skus}::text[])`,
    below: (isBelow) => sql`${is(isBelow)} ${isBelowThreshold}`,
    short: (isShort) => sql`${is(isShort)} (${isBelowThreshold} and ${hasOrdersToShip})`,
    incoming: (isExpected) => sql`${is(isExpected)} (k.incoming > 0)`,
    discontinued: (isGone) => sql`k.discontinued = ${isGone}`,
  },
  search: (text) => sql`lower(p.sku) like ${beginningWith(text.toLowerCase())}
    or p.gtin = ${text} or strpos(lower(s.name), lower(${text})) > 0`,
  sorts: {
    sku: { by: sql`p.sku`, type: 'text' },
    name: { by: sql`s.name`, type: 'text', isNullable: true },
    available: { by: sql`k.available`, type: 'integer' },
    incoming_on: { by: sql`k.incoming_at`, type: 'timestamptz', isNullable: true },
  },
  inStores: (stores) => sql`k.store = any(${stores}::text[])`,
}
