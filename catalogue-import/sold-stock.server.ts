/**
 * The stock of products as the shop sells them, where that is not their own figure: sets, which are sold as far as their
 * parts are in stock, and what a store withholds. For the readers of its public feed.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
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

/** A set and one of its parts; times in epoch milliseconds. */
interface PartOfSet {
  id: ProductId
  perUnit: number
  own: StoredStock
  /** Null: the store keeps no stock of it. */
  part: StoredStock | null
}

async function setStock(db: Kysely<DB>, store: StoreCode): Promise<Map<ProductId, StockRow>> {
  const { rows } = await sql<PartOfSet>`
    select p.set_id as id, p.quantity as "perUnit", json_build_object('available', own.available, 'incoming', own.incoming,
        'incomingAt', extract(epoch from own.incoming_at) * 1000, 'presale', own.presale,
        'releaseAt', extract(epoch from own.release_at) * 1000, 'discontinued', own.discontinued) as own,
      case when part.product_id is not null then json_build_object('available', part.available, 'incoming', part.incoming,
        'incomingAt', extract(epoch from part.incoming_at) * 1000, 'presale', part.presale,
        'releaseAt', extract(epoch from part.release_at) * 1000, 'discontinued', part.discontinued) end as part
    from set_part p join stock own on own.product_id = p.set_id and own.store = ${store}
    left join stock part on part.product_id = p.product_id and part.store = ${store}`.execute(db)
  const sets = Map.groupBy(rows, ({ id }) => id)
  const date = (at: number | null) => (at === null ? null : new Date(at))
  return new Map(
    [...sets].map(([id, parts]) => {
      const { incomingAt, releaseAt, ...units } = stockOfSet(
        parts[0]!.own,
        parts.map(({ perUnit, part }) => ({ perUnit, stock: part })),
      )
      return [
        id,
        { product_id: id, store, ...units, incoming_at: date(incomingAt), release_at: date(releaseAt) },
      ]
    }),
  )
}
