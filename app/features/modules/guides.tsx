/**
 * What modules offer to find the right product, on home and where a search has found none: `storefront/guides.tsx` of
 * each, found by its name.
 */
import type { ComponentType } from 'react'
import { moduleParts } from './module-part.tsx'

const Guides = moduleParts(
  import.meta.glob<{ default: ComponentType }>('../../../modules/*/storefront/guides.tsx', { eager: true }),
)
export default Guides
