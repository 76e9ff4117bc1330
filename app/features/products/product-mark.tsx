/**
 * A button beside the name of a product, on its card and its page, as a heart that saves it: the
 * `storefront/product-mark.tsx` of a module; nothing without one.
 */
import type { ComponentType } from 'react'
import type { ProductCard } from '../../../contract/catalogue.ts'

export interface ProductMarkProps {
  product: Pick<ProductCard, 'sku' | 'name'>
  /** Of its button. */
  className: string
}

const [ProductMark = () => null] = Object.values(
  import.meta.glob<ComponentType<ProductMarkProps>>('../../../modules/*/storefront/product-mark.tsx', {
    eager: true,
    import: 'default',
  }),
)
export default ProductMark
