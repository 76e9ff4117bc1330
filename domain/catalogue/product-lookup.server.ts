import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { toProductId, type ProductId } from '../products/product-id.ts'
import type { Sku } from '../products/sku.ts'
import type { StoreCode } from '../stores/stores.ts'

/** The product with an article number; null: there is none. */
export async function productIdOf(db: Kysely<DB>, sku: Sku): Promise<ProductId | null> {
  const product = await db.selectFrom('product').select('id').where('sku', '=', sku).executeTakeFirst()
  return product === undefined ? null : toProductId(product.id)
}

/** The stores that sell a product; none for an unknown one. */
export async function storesSelling(db: Kysely<DB>, sku: Sku): Promise<StoreCode[]> {
  const sold = await db
    .selectFrom('store_product')
    .innerJoin('product', 'product.id', 'store_product.product_id')
    .select('store_product.store')
    .where('product.sku', '=', sku)
    .execute()
  return sold.map(({ store }) => store)
}
