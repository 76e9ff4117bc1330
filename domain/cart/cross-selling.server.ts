/**
 * Cross-selling products for a cart (API-09, UPSELL-04): related to something in the cart, not in the cart
 * yet, and orderable now. Products related to most of the cart come first. Two queries, whatever the cart's
 * length. Products that orders show to be bought together with the first of the cart fill the list.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import type { StoreCode } from '../stores/stores.ts'
import { toProductId, type ProductId } from '../products/product-id.ts'

/** Products of the cart whose orders are asked what is bought together with them. */
const mostAsked = 5

/** Products shown in the mini cart. */
const most = 8

export async function crossSellingProducts(
  services: { db: Kysely<DB>; catalogue: Pick<Catalogue, 'productsById' | 'boughtTogether'> },
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
  const chosen = products.filter(
    (product) => product.orderable && product.variations.length === 0 && product.cross_selling_price !== null,
  )
  const together = ids
    .slice(0, mostAsked)
    .flatMap((id) => services.catalogue.boughtTogether(store, id))
    .filter(({ id, variations }) => !ids.includes(toProductId(id)) && variations.length === 0)
    // The merchant gives the lower price beside the products that he chose.
    .map((card) => ({ ...card, cross_selling_price: null }))
  return [...new Map([...together, ...chosen].map((card) => [card.id, card])).values()]
    .toSorted((a, b) => Number(b.cross_selling_price !== null) - Number(a.cross_selling_price !== null))
    .slice(0, most)
}
