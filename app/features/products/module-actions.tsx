/** What modules offer to do with a product, below Buy and in lists: `storefront/product-action.tsx` of each. */
import type { ComponentType } from 'react'
import type { ProductCard } from '../../../contract/catalogue.ts'

const actions = Object.values(
  import.meta.glob<{ default: ComponentType<{ product: ProductCard }> }>(
    '../../../modules/*/storefront/product-action.tsx',
    { eager: true },
  ),
)

export function ModuleActions({ product }: { product: ProductCard }) {
  return actions.map(({ default: Action }, index) => <Action key={index} product={product} />)
}
