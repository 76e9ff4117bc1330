/** What modules offer to do with a product, below Buy and in lists: `storefront/product-action.tsx` of each. */
import type { ComponentType } from 'react'
import type { ProductCard } from '../../../contract/catalogue.ts'
import { moduleParts } from '../modules/module-part.tsx'

export const ModuleActions = moduleParts(
  import.meta.glob<{ default: ComponentType<{ product: ProductCard }> }>(
    '../../../modules/*/storefront/product-action.tsx',
    { eager: true },
  ),
)
