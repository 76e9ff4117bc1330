/** Loads what the product page shows around the product: trail, variants, cache tags. */
import type { ProductDetails } from '../../../contract/catalogue.ts'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import type { Minor } from '../../../domain/money/money.ts'
import { shownMethods } from '../../../domain/shipping/shipping-methods.ts'
import { cheapestDelivery, freeDeliveryFrom } from '../../../domain/shipping/shipping-prices.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { unitOf } from './product-data.ts'
import { links } from '../../links.ts'
import type { ShopContext } from '../../shop-context.ts'
import { trailOf, type Crumb } from '../../layout/breadcrumb-trail.ts'

/** The trail of the product's main category, then the product. */
export function productTrail(shop: ShopContext, product: ProductDetails): Crumb[] {
  const { code } = shop.store
  const main = product.categories.find((category) => category.main) ?? product.categories[0]
  const category = main ? shop.catalogue.category(code, main.path) : null
  const hierarchy = category?.hierarchy ?? []
  return trailOf([
    ...hierarchy.map(({ name, path }) => ({ text: name, to: links.category(code, path) })),
    { text: product.name },
  ])
}

export function productAlternates(product: ProductDetails): Partial<Record<StoreCode, string>> {
  return Object.fromEntries(
    Object.entries(product.slugs).map(([code, slug]) => [code, links.product(code as StoreCode, slug)]),
  )
}

/** Every product whose change invalidates the cached page. */
export function productTags(product: ProductDetails): string[] {
  const shown = [
    product.choices,
    product.accessories,
    product.related,
    product.cross_selling,
    product.recommended,
    product.bought_together,
    product.spare_parts,
    product.set_parts.map((part) => part.product),
  ].flat()
  const named = product.facts.flatMap((fact) => fact.product?.id ?? [])
  return [product.id, product.parent?.id, ...shown.map(({ id }) => id), ...named]
    .filter((id) => id !== undefined)
    .map((id) => `product:${id}`)
}

/** What delivery of one unit costs, and from which cart sum it is free; null where nothing is shipped any more. */
export interface ProductDelivery {
  fromMinor: Minor
  freeFromMinor: Minor | null
}

export function productDelivery(code: StoreCode, product: ProductDetails): ProductDelivery | null {
  if (product.type === productTypes.GiftCard || product.stock_status === 'discontinued') return null
  const shippingMethods = shownMethods(code)
  const unit = unitOf(product)
  const cheapest = cheapestDelivery(shippingMethods, unit)
  if (cheapest === null) return null
  return { fromMinor: cheapest.unitPriceMinor, freeFromMinor: freeDeliveryFrom(shippingMethods, unit) }
}
