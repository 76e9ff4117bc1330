/**
 * A product as schema.org data, for search engines and agents: the product with its offer, or the
 * ProductGroup of a parent with its variants. Prices include VAT in every VAT view. Unknown values are left
 * out.
 */
import type { ProductCard, ProductDetails } from '../../../contract/catalogue.ts'
import { productTypes } from '../../../domain/catalogue/product-type.ts'
import { pictureUrl } from '../../../domain/pictures/picture-address.ts'
import { toMajor } from '../../../domain/money/money.ts'
import { readPrices } from '../../../domain/pricing/decimal-prices.ts'
import { shownPrice } from '../../../domain/pricing/tiers.ts'
import { shownMethods } from '../../../domain/shipping/shipping-methods.ts'
import { cheapestDelivery, type UnitToShip } from '../../../domain/shipping/shipping-prices.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { organizationId } from '../shop-data.ts'

interface Place {
  store: Store
  /** Origin without a trailing slash. */
  publicUrl: string
}

const availability: Partial<Record<ProductDetails['stock_status'], string>> = {
  in_stock: 'InStock',
  few_left: 'LimitedAvailability',
  back_order: 'BackOrder',
  presale: 'PreSale',
  discontinued: 'Discontinued',
}

const conditions = { new: 'New', refurbished: 'Refurbished', used: 'Used' }

/** `campaignEndsAt`: epoch ms until which the price is valid, if known. */
export function productData(place: Place, product: ProductDetails, campaignEndsAt: number | null): object {
  const { store, publicUrl } = place
  const address = publicUrl + links.product(store.code, product.slug)
  const isGroup = product.parent === null && product.choices.length > 0
  return {
    '@context': 'https://schema.org',
    '@type': isGroup ? 'ProductGroup' : 'Product',
    '@id': address,
    name: product.name,
    url: address,
    sku: product.sku,
    description: introduction(product.description),
    ...(product.gtin && { gtin: product.gtin }),
    ...(product.mpn && { mpn: product.mpn }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand.name } }),
    ...imagesOf(place, product),
    ...ratingOf(product),
    ...propertiesOf(place, product),
    ...dataOfModules(product),
    ...(isGroup ? groupOf(place, product) : ownOffer(place, product, campaignEndsAt)),
    ...(product.parent && {
      isVariantOf: {
        '@type': 'ProductGroup',
        '@id': publicUrl + links.product(store.code, product.parent.slug),
        name: product.parent.name,
        productGroupID: product.parent.sku,
      },
    }),
  }
}

/** The text before its first list, on one line. */
function introduction(description: string): string {
  const [words = ''] = description.split(/^- /m, 1)
  return words.replaceAll(/\s+/g, ' ').trim().slice(0, 500)
}

function imagesOf({ publicUrl }: Place, { thumb, images }: ProductDetails): object {
  const keys = [thumb, ...Object.values(images).flat()].flatMap((picture) => picture?.key ?? [])
  const addresses = [...new Set(keys)].slice(0, 4).map((key) => publicUrl + pictureUrl(key, 800, 'webp'))
  return addresses.length === 0 ? {} : { image: addresses }
}

function ratingOf({ score, score_count }: ProductCard): object {
  if (score === null || score_count === 0) return {}
  return { aggregateRating: { '@type': 'AggregateRating', ratingValue: score, ratingCount: score_count } }
}

/** The shop's own fields, as far as they are shown. */
function propertiesOf({ publicUrl }: Place, { facts, sections }: ProductDetails): object {
  const own = [
    ...facts.filter(({ code }) => code.startsWith('field.')),
    ...sections.map(({ name, text, picture }) => ({
      name,
      value: picture ? publicUrl + pictureUrl(picture.key, 800, 'webp') : introduction(text),
    })),
  ]
  if (own.length === 0) return {}
  return { additionalProperty: own.map(({ name, value }) => ({ '@type': 'PropertyValue', name, value })) }
}

/** Properties that modules add to a product, or to the offer of goods, as `storefront/product-data.ts`. */
const moduleData = Object.values(
  import.meta.glob<{
    productData?: (product: ProductDetails) => object
    offerData?: (store: Store) => object
  }>('../../../modules/*/storefront/product-data.ts', { eager: true }),
)

function dataOfModules(product: ProductDetails): object {
  return Object.assign({}, ...moduleData.map(({ productData }) => productData?.(product))) as object
}

function offerDataOfModules(store: Store): object {
  return Object.assign({}, ...moduleData.map(({ offerData }) => offerData?.(store))) as object
}

function groupOf(place: Place, product: ProductDetails): object {
  return {
    productGroupID: product.sku,
    variesBy: Object.values(product.variation_attribute_names),
    hasVariant: product.choices.map((variant) => {
      const address = place.publicUrl + links.product(place.store.code, variant.slug)
      return {
        '@type': 'Product',
        '@id': address,
        name: variant.name,
        sku: variant.sku,
        ...offerOf(place, variant, deliveryOf(place.store, variant)),
      }
    }),
  }
}

function ownOffer(place: Place, product: ProductDetails, campaignEndsAt: number | null): object {
  return offerOf(place, product, {
    itemCondition: `https://schema.org/${conditions[product.condition]}Condition`,
    ...(campaignEndsAt !== null && { priceValidUntil: new Date(campaignEndsAt).toISOString() }),
    seller: { '@id': organizationId(place) },
    ...deliveryOf(place.store, product),
  })
}

function offerOf({ store, publicUrl }: Place, product: ProductCard, more: object): object {
  const shown = shownPrice(readPrices(product.prices))
  if (shown === null) return {}
  return {
    offers: {
      '@type': 'Offer',
      url: publicUrl + links.product(store.code, product.slug),
      price: toMajor(shown.unitMinor).toFixed(2),
      priceCurrency: store.currency,
      availability: `https://schema.org/${availability[product.stock_status] ?? 'OutOfStock'}`,
      ...more,
    },
  }
}

/** One unit of the product, as shipping methods judge it. */
export const unitOf = ({ shipping }: Pick<ProductCard, 'shipping'>): UnitToShip => ({
  weightGrams: shipping.weight_grams,
  excludedMethods: shipping.excluded_methods,
})

/** The cheapest shipping method that can carry one unit, what it costs for that unit, and what modules say of the purchase. */
function deliveryOf(store: Store, product: ProductCard): object {
  if (product.type === productTypes.GiftCard) return {}
  const price = shownPrice(readPrices(product.prices))
  const cheapest = cheapestDelivery(shownMethods(store.code), unitOf(product), price?.unitMinor)
  const days = (minValue: number, maxValue: number) => ({
    '@type': 'QuantitativeValue',
    minValue,
    maxValue,
    unitCode: 'DAY',
  })
  return {
    ...(cheapest && {
      shippingDetails: {
        '@type': 'OfferShippingDetails',
        shippingRate: {
          '@type': 'MonetaryAmount',
          value: (cheapest.unitPriceMinor / 100).toFixed(2),
          currency: store.currency,
        },
        shippingDestination: { '@type': 'DefinedRegion', addressCountry: store.countryCode },
        deliveryTime: {
          '@type': 'ShippingDeliveryTime',
          handlingTime: days(0, 1),
          transitTime: days(cheapest.days.min, cheapest.days.max),
        },
      },
    }),
    ...offerDataOfModules(store),
  }
}
