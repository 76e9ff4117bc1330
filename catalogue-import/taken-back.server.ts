/**
 * Products that the rollback of an import has taken out of a store, where that import had added them. A rollback can only
 * discontinue them, because orders may name them, and marks none; its entry in the audit tells them from the products that
 * a person has discontinued.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

export interface TakenBack {
  productId: ProductId
  store: StoreCode
}

/** Those of discontinued products that a rollback has discontinued, and nobody else. */
export async function takenBack(
  db: Kysely<DB>,
  discontinued: readonly { product_id: ProductId; store: StoreCode }[],
): Promise<TakenBack[]> {
  if (discontinued.length === 0) return []
  const asked = discontinued.map(({ product_id: id, store }) => ({ id, store }))
  const { rows } = await sql<TakenBack>`
    select p.id as "productId", w.store
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as w (id bigint, store text)
      join product p on p.id = w.id
      cross join lateral (
        select bool_and(e.action = 'product.restore') as by_rollback from audit_entry e
        where e.object_kind = 'product' and e.object_id = p.sku
          and e.after ->> (w.store || '.discontinued') = 'true'
          and coalesce(e.before ->> (w.store || '.discontinued'), '') <> 'true') as said
    where said.by_rollback`.execute(db)
  return rows
}

/** All of a store. */
export async function takenBackIn(db: Kysely<DB>, store: StoreCode): Promise<Set<ProductId>> {
  const gone = await db
    .selectFrom('stock')
    .select('product_id')
    .where('store', '=', store)
    .where('discontinued', '=', true)
    .execute()
  const found = await takenBack(
    db,
    gone.map(({ product_id }) => ({ product_id, store })),
  )
  return new Set(found.map(({ productId }) => productId))
}
