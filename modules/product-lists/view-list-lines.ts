/** The lines of a list with the products as the store sells them now. Pure. */
import type { ListLine } from './contract.ts'
import type { Catalogue } from '../../domain/catalogue/catalogue.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { ProductListLine } from './product-list.ts'

export function viewListLines(
  catalogue: Pick<Catalogue, 'productsById'>,
  store: StoreCode,
  lines: readonly ProductListLine[],
): ListLine[] {
  const products = catalogue.productsById(
    store,
    lines.map(({ productId }) => productId),
  )
  return lines.map(({ productId, sku, name, quantity }) => {
    const product = products.find(({ id }) => id === productId) ?? null
    return { sku, name: product?.name ?? name, quantity, product }
  })
}
