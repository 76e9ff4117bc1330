/**
 * The recently viewed products as they are sold in this store now: what is stored has the name, price and address of
 * the store and the day of the view. None without an answer.
 */
import type { ProductCard } from '../../contract/catalogue.ts'
import { useShopState } from './shop-state.ts'
import { useListedProducts } from './use-listed-products.ts'

export function useViewedProducts(): ProductCard[] {
  const listed = useListedProducts(
    useShopState(({ history }) => history.items.map(({ sku }) => sku).join('\n')),
  )
  return listed.state === 'there' ? listed.products : []
}
