/** The lines of a request as the domain takes them: products named by sku are looked up, new lines get a uuid. */
import { randomUUID } from 'node:crypto'
import type { CartItemRequest } from '../contract/cart.ts'
import type { CartLineRequest } from '../domain/cart/line-origins.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { StoreCode } from '../domain/stores/stores.ts'

/** Complete lines, in the order sent. One whose sku the store does not know gets the id 0, which no product has. */
export function requestedLines(
  catalogue: Pick<Catalogue, 'productsBySku'>,
  store: StoreCode,
  items: readonly CartItemRequest[],
): CartLineRequest[] {
  const skus = items.flatMap(({ product_id, sku }) => (!product_id && sku ? [sku] : []))
  const products = skus.length > 0 ? catalogue.productsBySku(store, [...new Set(skus)]) : []
  const ids = new Map(products.map(({ sku, id }) => [sku, id]))
  return items.map(
    ({ sku, ...line }) =>
      ({
        ...line,
        uuid: line.uuid ?? randomUUID(),
        product_id: line.product_id || (ids.get(sku ?? '') ?? 0),
      }) as CartLineRequest,
  )
}
