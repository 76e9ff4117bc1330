/** The only SQL for stock notifications: who is notified when a product can be bought again (CARD-11). */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isWithheld } from '../../domain/catalogue/statutory-gaps.server.ts'
import { partsOf } from '../../domain/catalogue/set-parts-stock.server.ts'
import { stockOfSet, type StoredStock } from '../../domain/catalogue/set-stock.ts'
import { stockStatus } from '../../domain/catalogue/stock-status.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ProductId } from '../../domain/products/product-id.ts'

/**
 * Whether a notification for the product makes sense at `now` (epoch ms): it cannot be ordered, it is
 * expected back (STOCK-04), and no variant of it is in stock. Read from the stock table, because the
 * catalogue index may lag behind.
 */
export async function isOutOfStock(
  db: Kysely<DB>,
  { store, productId, now }: { store: StoreCode; productId: ProductId; now: number },
): Promise<boolean> {
  const { rows } = await sql<StoredStock & { id: ProductId; isWithheld: boolean }>`
    select s.product_id as id, s.available, s.incoming,
      (extract(epoch from s.incoming_at) * 1000)::float8 as "incomingAt", s.presale,
      (extract(epoch from s.release_at) * 1000)::float8 as "releaseAt", s.discontinued,
      ${isWithheld(sql`s.product_id`, sql`s.store`)} as "isWithheld"
    from stock s
    where s.store = ${store} and (s.product_id = ${productId}
      or s.product_id in (select v.id from product v where v.variant_of = ${productId}))`.execute(db)
  const parts = await partsOf(db, store, [productId, ...rows.map(({ id }) => id)])
  const statuses = new Map(
    rows.map(({ id, isWithheld: withheld, ...stock }) => {
      const ofSet = parts.get(id)
      const { presale, ...units } = ofSet ? stockOfSet(stock, ofSet) : stock
      return [id, stockStatus({ ...units, presaleCap: presale, isWithheld: withheld }, now)]
    }),
  )
  const own = statuses.get(productId) ?? stockStatus({ available: 0 }, now)
  return own.notifyable && [...statuses.values()].every(({ pool }) => pool !== 'available')
}

/** A request whose product, or a variant of it, is in stock. */
export interface DueStockNotification {
  store: StoreCode
  productId: ProductId
  email: string
  name: string
  slug: string
}

/** Whether that many units of a row of `stock` can be bought at `now`: they are there, and released (stock-status.ts). */
const hasUnits = (stock: RawBuilder<unknown>, units: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql`${stock}.available >= ${units} and not ${stock}.discontinued
    and coalesce(${stock}.release_at <= ${now}, ${stock}.presale = 0)`

/** Requests that can be notified and are not yet; unordered, so that no failing one blocks the others. */
export async function dueStockNotifications(
  db: Kysely<DB>,
  { most, now }: { most: number; now: Date },
): Promise<DueStockNotification[]> {
  const { rows } = await sql<DueStockNotification>`
    select n.store, n.product_id as "productId", n.email, sp.name, sp.slug
    from stock_notification n join store_product sp on sp.product_id = n.product_id and sp.store = n.store
    where n.sent_at is null and n.confirmed_at is not null and n.expires_at > ${now} and exists (
      select 1 from stock s where s.store = n.store and ${hasUnits(sql`s`, sql`1`, now)}
        and not ${isWithheld(sql`s.product_id`, sql`s.store`)}
        and (s.product_id = n.product_id
          or s.product_id in (select v.id from product v where v.variant_of = n.product_id))
        and not exists (select 1 from set_part p
          left join stock part on part.product_id = p.product_id and part.store = s.store
          where p.set_id = s.product_id and (${hasUnits(sql`part`, sql`p.quantity`, now)}) is not true))
    order by random() limit ${most}`.execute(db)
  return rows
}

/**
 * Locks a request for its notification; false where it was notified meanwhile or another node is sending it.
 */
export async function lockStockNotification(
  trx: Kysely<DB>,
  { store, productId, email }: DueStockNotification,
): Promise<boolean> {
  const { rows } = await sql`select 1 from stock_notification
    where store = ${store} and product_id = ${productId} and email = ${email} and sent_at is null
    for update skip locked`.execute(trx)
  return rows.length > 0
}

/** Closes a request; a new request reopens it. */
export async function markStockNotified(
  trx: Kysely<DB>,
  { store, productId, email }: DueStockNotification,
  at: Date,
): Promise<void> {
  await sql`update stock_notification set sent_at = ${at}
    where store = ${store} and product_id = ${productId} and email = ${email}`.execute(trx)
}
