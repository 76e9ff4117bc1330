/** The parts of sets as staff name them. Stock, parcels and customs data of sets are of their parts too. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { ProductId } from '../products/product-id.ts'

export interface SetPart {
  productId: ProductId
  sku: string
  /** In the store; of a part that it does not sell alone, in another one. */
  name: string
  /** Units of the part in one set. */
  perUnit: number
}

/** Set → its parts, of those of the products that are sets. */
export async function setPartsOf(
  db: Kysely<DB>,
  store: StoreCode,
  ids: readonly ProductId[],
): Promise<Map<ProductId, SetPart[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<SetPart & { setId: ProductId }>`
    select s.set_id as "setId", p.id as "productId", p.sku, s.quantity as "perUnit",
      coalesce((select n.name from store_product n where n.product_id = p.id
        order by n.store = ${store} desc, n.store limit 1), p.sku) as name
    from set_part s join product p on p.id = s.product_id
    where s.set_id = any(${[...ids]}::integer[]) order by s.set_id, p.sku`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ setId }) => setId)].map(([setId, parts]) => [
      setId,
      parts.map(({ setId: _setId, ...part }) => part),
    ]),
  )
}
