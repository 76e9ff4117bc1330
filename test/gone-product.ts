/** Products that are no longer sold, for browser tests. */
import { sql } from 'kysely'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { Database } from '../server/database/database.ts'

/** Sells a product of a category in one store, and takes it out of the catalogue; answers the slug of its page (410). */
export async function goneProduct(db: Database, store: StoreCode, categoryId: number): Promise<string> {
  const slug = `gone-${store}-${Date.now()}`
  await sql`insert into product (sku, type) values (upper(${slug}), 1)`.execute(db)
  await sql`insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
    select id, ${store}, sku, ${slug}, 2500 from product where sku = upper(${slug})`.execute(db)
  await sql`insert into product_category
    select id, ${categoryId}, 0 from product where sku = upper(${slug})`.execute(db)
  await sql`delete from product where sku = upper(${slug})`.execute(db)
  return slug
}
