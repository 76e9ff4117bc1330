/** Recently viewed products (HISTORY rows): each sku once, newest first, at most twenty. */
import type { ProductCard } from '../../contract/catalogue.ts'
import { useShopState } from './shop-state.ts'
import type { ViewedProduct } from './stored-state.ts'

/** Maximum number of viewed products stored (HISTORY-03). */
export const historyLength = 20

/** The history with a product added in front. */
export function withView(items: readonly ViewedProduct[], viewed: ViewedProduct): ViewedProduct[] {
  return [viewed, ...items.filter((item) => item.sku !== viewed.sku)].slice(0, historyLength)
}

/** Records a viewed product page. */
export function recordView({ sku, name, slug, thumb, prices, vat }: ProductCard): void {
  useShopState.setState((state) => ({
    history: {
      ...state.history,
      items: withView(state.history.items, { sku, name, slug, thumb, prices, vat }),
    },
  }))
}
