/** Products by article number and back. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ProductId } from '../products/product-id.ts'
import type { Sku } from '../products/sku.ts'

/** Article number as given → id; unknown ones are absent. */
export async function productIdsBySku(db: Kysely<DB>, skus: readonly Sku[]): Promise<Map<string, ProductId>> {
  const { rows } = await sql<{ given: string; id: ProductId }>`select wanted.sku as given, p.id
    from unnest(${skus}::text[]) as wanted (sku) join product p on sku_key(p.sku) = sku_key(wanted.sku)`.execute(
    db,
  )
  return new Map(rows.map(({ given, id }) => [given, id]))
}

/** Id → article number; unknown ones are absent. */
export async function skusOfProducts(db: Kysely<DB>, ids: readonly number[]): Promise<Map<number, Sku>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; sku: Sku }>`select id, sku from product
    where id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map(({ id, sku }) => [id, sku]))
}
