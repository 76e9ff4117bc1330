/** The stock of the parts of sets (set-stock.ts). */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ProductId } from '../products/product-id.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { SetPart, StoredStock } from './set-stock.ts'

/** Set → its parts in a store, of those of the products that are sets. */
export async function partsOf(
  db: Kysely<DB>,
  store: StoreCode,
  ids: readonly ProductId[],
): Promise<Map<ProductId, SetPart[]>> {
  const { rows } = await sql<StoredStock & { setId: ProductId; perUnit: number; isStocked: boolean }>`
    select p.set_id as "setId", p.quantity as "perUnit", s.product_id is not null as "isStocked", s.available,
      s.incoming, (extract(epoch from s.incoming_at) * 1000)::float8 as "incomingAt", s.presale,
      (extract(epoch from s.release_at) * 1000)::float8 as "releaseAt", s.discontinued
    from set_part p left join stock s on s.product_id = p.product_id and s.store = ${store}
    where p.set_id = any(${[...ids]}::integer[])`.execute(db)
  const sets = Map.groupBy(rows, ({ setId }) => setId)
  return new Map(
    [...sets].map(([setId, own]) => [
      setId,
      own.map(({ setId: _set, perUnit, isStocked, ...stock }) => ({
        perUnit,
        stock: isStocked ? stock : null,
      })),
    ]),
  )
}
