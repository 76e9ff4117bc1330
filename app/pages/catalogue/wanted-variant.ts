import type { ProductDetails } from '../../../contract/catalogue.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { pendingPathname } from '../../state/wanted-page.ts'

/**
 * The variant that the shopper has chosen while its page is pending: Buy is about it, not about the one that is still
 * shown. Null: no page of a variant is pending.
 */
export function wantedVariant(product: ProductDetails, store: StoreCode): ProductDetails | null {
  const pathname = pendingPathname()
  const variant = pathname && product.choices.find(({ slug }) => links.product(store, slug) === pathname)
  return variant ? { ...product, ...variant } : null
}
