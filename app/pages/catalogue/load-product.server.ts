/** Gathers what the product page shows around the product itself: trail, versions, head, structured data. */
import type { ProductDetails } from '../../../domain/catalogue/product.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'
import type { StoreCode } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import type { ShopContext } from '../../shop-context.ts'
import { trailOf, type Crumb } from '../../ui/breadcrumb-trail.ts'

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

const availability: Partial<Record<ProductDetails['stock_status'], string>> = {
  in_stock: 'InStock',
  few_left: 'LimitedAvailability',
  back_order: 'BackOrder',
  presale: 'PreSale',
  discontinued: 'Discontinued',
}

/** schema.org Product; prices include VAT whatever the shopper's view. */
export function productData(shop: ShopContext, product: ProductDetails): object {
  const address = shop.publicUrl + links.product(shop.store.code, product.slug)
  const price = shownPrice(product.prices)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': address,
    name: product.name,
    sku: product.sku,
    description: product.description.slice(0, 500),
    ...(product.gtin && { gtin: product.gtin }),
    ...(product.mpn && { mpn: product.mpn }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand.name } }),
    ...(product.thumb && { image: new URL(product.thumb.url, shop.publicUrl).href }),
    ...(product.score !== null &&
      product.score_count > 0 && {
        aggregateRating: {
          '@type': 'AggregateRating',
          ratingValue: product.score,
          reviewCount: product.score_count,
        },
      }),
    ...(price && {
      offers: {
        '@type': 'Offer',
        url: address,
        price: price.price,
        priceCurrency: shop.store.currency,
        availability: `https://schema.org/${availability[product.stock_status] ?? 'OutOfStock'}`,
        itemCondition: `https://schema.org/${{ new: 'New', refurbished: 'Refurbished', used: 'Used' }[product.condition]}Condition`,
      },
    }),
  }
}

/** Every product whose change changes the page. */
export function productTags(product: ProductDetails): string[] {
  const shown = [
    product.choices,
    product.accessories,
    product.related,
    product.cross_selling,
    product.recommended,
    product.spare_parts,
    product.set_parts.map((part) => part.product),
  ].flat()
  return [product.id, product.parent?.id, ...shown.map(({ id }) => id)]
    .filter((id) => id !== undefined)
    .map((id) => `product:${id}`)
}
