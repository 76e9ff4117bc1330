/**
 * Stock as staff find it: a row for each product in each store that has stock of it. A product with choices has none
 * itself: its variants do.
 */
import { sql, type Kysely } from 'kysely'
import { beginningWith } from '../../db/like-pattern.ts'
import type { DB } from '../../db/schema.generated.ts'
import type { Sku } from '../products/sku.ts'
import {
  computed,
  day,
  defineResource,
  findRow,
  flag,
  integer,
  store,
  text,
  type RowOf,
} from '../resources/resource.server.ts'
import { isoDay, localDay } from '../stores/local-time.ts'
import { stores, type StoreCode } from '../stores/stores.ts'
import { usualThreshold } from './stock-threshold.ts'

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

const fields = {
  sku: text(sql`p.sku`, { sort: true, isOnOneLine: true }),
  // Null: the store does not sell it.
  name: text(sql`s.name`, { isNullable: true, sort: true, isOnOneLine: true }),
  store: store(sql`k.store`, { filter: true }),
  // Available and reserved units.
  onHand: integer(sql`k.available + ${reserved}`),
  // Units of the available stock that orders have and that have not left yet.
  reserved: integer(reserved),
  available: integer(sql`k.available`, { sort: true }),
  incoming: integer(sql`k.incoming`),
  // By the clock of the store.
  incomingOn: computed(
    (by) =>
      day(by, {
        isNullable: true,
        sort: 'incoming_on',
        sortedBy: sql`k.incoming_at`,
        sortedAs: 'timestamptz',
      }),
    ({ store: code, incomingAt }: { store: StoreCode; incomingAt: Date | null }) =>
      incomingAt && isoDay(localDay(stores[code].timeZone, incomingAt.getTime())),
  ),
  // The one that holds.
  threshold: integer(sql`coalesce(k.threshold, ${usualThreshold}::integer)`),
  // Null: the usual one holds.
  ownThreshold: integer(sql`k.threshold`, { isNullable: true, shown: 'never' }),
  // Orders of which units have not left yet.
  openOrders: integer(sql`(select count(distinct r.order_id)::integer ${reservations})`),
  discontinued: flag(sql`k.discontinued`, { filter: true, shown: 'chosen' }),
}

export const stockResource = defineResource({
  name: 'stock',
  section: null,
  permission: 'stock:read',
  // Entries about stock are entries about its product.
  auditObject: 'product',
  source: sql`stock k join product p on p.id = k.product_id and p.variation_attributes = '{}'
    left join store_product s on s.product_id = k.product_id and s.store = k.store`,
  key: 'sku',
  isKeyOfStore: true,
  uniqueBy: { by: sql`k.product_id::text || k.store`, type: 'text' },
  defaultSort: 'sku',
  isPersonal: false,
  hasIntro: false,
  rowPage: 'own',
  columns: { incomingAt: sql`k.incoming_at` },
  fields,
  filters: {
    // Fewer units than the threshold; and orders wait to be shipped.
    below: { kind: 'flag', condition: (isBelow) => sql`${is(isBelow)} ${isBelowThreshold}` },
    short: {
      kind: 'flag',
      condition: (isShort) => sql`${is(isShort)} (${isBelowThreshold} and ${hasOrdersToShip})`,
    },
    // Goods are expected.
    incoming: { kind: 'flag', condition: (isExpected) => sql`${is(isExpected)} (k.incoming > 0)` },
    sku: { kind: 'names', pattern: /^.{1,100}$/s, condition: (skus) => sql`p.sku = any(${skus}::text[])` },
  },
  search: (words) => sql`lower(p.sku) like ${beginningWith(words.toLowerCase())}
    or p.gtin = ${words} or strpos(lower(s.name), lower(${words})) > 0`,
  todo: { stock_short: { query: () => 'filter.short=yes' } },
})

export type StockRow = RowOf<typeof fields>

/** The stock of a product in a store; null: there is none, or the product has choices. */
export async function readStock(
  db: Kysely<DB>,
  { sku, store: of }: { sku: Sku; store: StoreCode },
): Promise<StockRow | null> {
  const row = await findRow(db, stockResource, sku, of)
  return row && (stockResource.complete(row) as unknown as StockRow)
}
