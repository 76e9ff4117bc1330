/** The only SQL for stock notifications: who is notified when a product can be bought again (CARD-11). */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isWithheld } from '../../domain/catalogue/statutory-gaps.server.ts'
import { partsOf } from '../../domain/catalogue/set-parts-stock.server.ts'
import { stockOfSet, type StoredStock } from '../../domain/catalogue/set-stock.ts'
import { stockStatus } from '../../domain/catalogue/stock-status.ts'
import { openStoreCodes } from '../../domain/stores/open-stores.ts'
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

/** Whose request it is. */
export interface StockRequest {
  store: StoreCode
  productId: ProductId
  email: string
}

/** Whether that many units of a row of `stock` can be bought at `now`: they are there, and released (stock-status.ts). */
const hasUnits = (stock: RawBuilder<unknown>, units: RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql`${stock}.available >= ${units} and not ${stock}.discontinued
    and coalesce(${stock}.release_at <= ${now}, ${stock}.presale = 0)`

/** Whether the request `n` is confirmed, not over, and its product or a variant of it is in stock. */
const isDue = (
  now: Date,
): RawBuilder<boolean> => sql`n.confirmed_at is not null and n.expires_at > ${now} and exists (
  select 1 from stock s where s.store = n.store and ${hasUnits(sql`s`, sql`1`, now)}
    and not ${isWithheld(sql`s.product_id`, sql`s.store`)}
    and (s.product_id = n.product_id
      or s.product_id in (select v.id from product v where v.variant_of = n.product_id))
    and not exists (select 1 from set_part p
      left join stock part on part.product_id = p.product_id and part.store = s.store
      where p.set_id = s.product_id and (${hasUnits(sql`part`, sql`p.quantity`, now)}) is not true))`

/**
 * Marks requests as notified that can be and are not yet, except those that another node is marking, and returns them. Those
 * of a closed store wait until it is open.
 */
export async function claimStockNotifications(
  trx: Kysely<DB>,
  { most, now }: { most: number; now: Date },
): Promise<StockRequest[]> {
  const { rows } = await sql<StockRequest>`
    with due as (
      select n.store, n.product_id, n.email
      from stock_notification n join store_product sp on sp.product_id = n.product_id and sp.store = n.store
      where n.sent_at is null and n.store = any(${openStoreCodes()}) and ${isDue(now)} limit ${most} for update of n skip locked
    )
    update stock_notification n set sent_at = ${now} from due
    where n.store = due.store and n.product_id = due.product_id and n.email = due.email
    returning n.store, n.product_id as "productId", n.email`.execute(trx)
  return rows
}

type ClaimedRequest = StockRequest & { claimedAt: Date }

const isClaim = ({ store, productId, email, claimedAt }: ClaimedRequest) => sql`n.store = ${store}
  and n.product_id = ${productId} and n.email = ${email} and n.sent_at = ${claimedAt}`

/** Locks a request that was marked at a time; null: it is not there any more, or was marked at another one. */
export async function lockClaimedNotification(
  trx: Kysely<DB>,
  request: ClaimedRequest,
  now: Date,
): Promise<{ name: string; slug: string; isDue: true } | { isDue: false } | null> {
  const { rows } = await sql<{ name: string | null; slug: string | null; isDue: boolean }>`
    select sp.name, sp.slug, ${isDue(now)} as "isDue" from stock_notification n
    left join store_product sp on sp.product_id = n.product_id and sp.store = n.store
    where ${isClaim(request)} for update of n`.execute(trx)
  const [row] = rows
  if (!row) return null
  const { name, slug } = row
  return row.isDue && name !== null && slug !== null ? { name, slug, isDue: true } : { isDue: false }
}

/** The product is gone again before its mail: the request goes on. */
export async function reopenStockNotification(trx: Kysely<DB>, request: ClaimedRequest): Promise<void> {
  await sql`update stock_notification n set sent_at = null where ${isClaim(request)}`.execute(trx)
}
