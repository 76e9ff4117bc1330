/** Recently viewed products (HISTORY rows): each sku once, newest first, twenty at most. */
import type { ProductCard } from '../../domain/catalogue/product.ts'
import { useShopState } from './shop-state.ts'
import type { ViewedProduct } from './stored-state.ts'

/** HISTORY-03. */
export const historyLength = 20

/** The history with a product put in front. */
export function withView(items: readonly ViewedProduct[], viewed: ViewedProduct): ViewedProduct[] {
  return [viewed, ...items.filter((item) => item.sku !== viewed.sku)].slice(0, historyLength)
}

/** Remembers that a product's page was seen. */
export function recordView({ sku, name, slug, thumb, prices, vat }: ProductCard): void {
  useShopState.setState((state) => ({
    history: {
      ...state.history,
      items: withView(state.history.items, { sku, name, slug, thumb, prices, vat }),
    },
  }))
}
