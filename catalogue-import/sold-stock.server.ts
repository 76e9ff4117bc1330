/**
 * The stock of products as the shop sells them, where that is not their own figure: sets, which are sold as far as their
 * parts are in stock, and what a store withholds. For the readers of its public feed.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { partsOf } from '../domain/catalogue/set-parts-stock.server.ts'
import { stockOfSet, type StoredStock } from '../domain/catalogue/set-stock.ts'
import { withholdsProducts } from '../domain/catalogue/statutory-gaps.server.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { StockRow } from './catalogue-tables.server.ts'

export async function soldStock(db: Kysely<DB>, store: StoreCode): Promise<Map<ProductId, StockRow>> {
  const sold = await setStock(db, store)
  const { rows: withheld } = await sql<{ id: ProductId }>`
    select distinct g.product_id as id from statutory_gaps() g
    where ${withholdsProducts(sql`${store}::text`)}`.execute(db)
  for (const { id } of withheld) sold.set(id, { product_id: id, store, ...nothing })
  return sold
}

const nothing = {
  available: 0,
  incoming: 0,
  incoming_at: null,
  presale: 0,
  release_at: null,
  discontinued: false,
}

async function setStock(db: Kysely<DB>, store: StoreCode): Promise<Map<ProductId, StockRow>> {
  const { rows } = await sql<StoredStock & { id: ProductId }>`
    select product_id as id, available, incoming, (extract(epoch from incoming_at) * 1000)::float8 as "incomingAt",
      presale, (extract(epoch from release_at) * 1000)::float8 as "releaseAt", discontinued
    from stock where store = ${store} and product_id in (select set_id from set_part)`.execute(db)
  const parts = await partsOf(
    db,
    store,
    rows.map(({ id }) => id),
  )
  const date = (at: number | null) => (at === null ? null : new Date(at))
  return new Map(
    rows.map(({ id, ...own }) => {
      const { incomingAt, releaseAt, ...units } = stockOfSet(own, parts.get(id) ?? [])
      return [
        id,
        { product_id: id, store, ...units, incoming_at: date(incomingAt), release_at: date(releaseAt) },
      ]
    }),
  )
}
