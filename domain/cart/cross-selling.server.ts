/**
 * Cross-selling products for a cart (API-09, UPSELL-04): related to something in the cart, not in the cart
 * yet, and orderable now. Products related to most of the cart come first. Two queries, whatever the cart's
 * length.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { ProductId } from '../products/product-id.ts'

/** Products shown in the mini cart. */
const most = 8

export async function crossSellingProducts(
  services: { db: Kysely<DB>; catalogue: Pick<Catalogue, 'productsById'> },
  store: StoreCode,
  productIds: readonly ProductId[],
): Promise<ProductCard[]> {
  if (productIds.length === 0) return []
  const ids = [...new Set(productIds)]
  const { rows } = await sql<{ id: ProductId }>`/* plan: cross-selling */
    select related_id as id from product_relation
    where product_id = any(${ids}::integer[]) and kind = 'cross_sell' and not related_id = any(${ids}::integer[])
    group by related_id order by count(*) desc, min(position), related_id limit 50`.execute(services.db)
  const products = services.catalogue.productsById(
    store,
    rows.map((row) => row.id),
  )
  return products
    .filter(
      (product) =>
        product.orderable && product.variations.length === 0 && product.cross_selling_price !== null,
    )
    .slice(0, most)
}
