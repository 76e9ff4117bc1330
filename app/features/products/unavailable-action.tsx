/**
 * What is offered in place of Buy for a product that cannot be ordered and is expected back: the
 * `storefront/unavailable-action.tsx` of a module; nothing without one.
 */
import type { ComponentType } from 'react'
import type { ProductCard } from '../../../contract/catalogue.ts'

export interface UnavailableActionProps {
  product: Pick<ProductCard, 'sku' | 'name'>
  /** Of its button. */
  className?: string | undefined
}

const [UnavailableAction = () => null] = Object.values(
  import.meta.glob<ComponentType<UnavailableActionProps>>(
    '../../../modules/*/storefront/unavailable-action.tsx',
    { eager: true, import: 'default' },
  ),
)
export { UnavailableAction }
