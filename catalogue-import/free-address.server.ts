/** The address of a product that staff leave empty. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { fingerprint, productSlugsOf } from '../domain/stores/slug.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'

/** The first slug of name and sku that no other product of the store has. */
export async function freeAddress(
  db: Kysely<DB>,
  store: StoreCode,
  { name, sku }: { name: string; sku: string },
): Promise<string> {
  const slugs = productSlugsOf(stores[store], name, sku)
  const wanted = [...slugs, `${slugs[0]}-${fingerprint(sku)}`]
  const { rows } = await sql<{ slug: string }>`
    select s.slug from store_product s join product p on p.id = s.product_id
    where s.store = ${store} and s.slug = any(${wanted}) and p.sku <> ${sku}`.execute(db)
  const taken = new Set(rows.map(({ slug }) => slug))
  return wanted.find((slug) => !taken.has(slug)) ?? slugs[0]
}
