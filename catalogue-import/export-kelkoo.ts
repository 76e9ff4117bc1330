/**
 * A product as a row of Kelkoo's product data feed, separated by tabs, with the tags of its fields as header:
 * https://www.kelkoogroup.com/kelkoo-customer-service/support-for-merchants/shopping-guides/product-data-feed/ (each
 * field's limits and words). `unit-price` and the energy label are left out: their form is not published there.
 */
import type { ShopOffer } from '../domain/seo/shop-offers.server.ts'
import {
  cutAtWord,
  onOneLine,
  plainAmount,
  tabbedLine,
  type ComparisonLine,
  type ComparisonOffer,
} from './comparison-offer.ts'

const kelkooColumns = [
  'offer-id',
  'title',
  'product-url',
  'landing-page-url',
  'price',
  'currency',
  'brand',
  'description',
  'image-url',
  'image-url-2',
  'image-url-3',
  'image-url-4',
  'ean',
  'mpn',
  'sku',
  'merchant-category',
  'availability',
  'delivery-cost',
  'delivery-time',
  'condition',
  'colour',
] as const

/** 1 in stock, 2 stock on order, 4 preorder, 6 out of stock. */
const availabilities: Readonly<Record<ShopOffer['stockStatus'], string>> = {
  in_stock: '1',
  few_left: '1',
  back_order: '2',
  presale: '4',
  out_of_stock: '6',
  discontinued: '6',
}

const longest = { title: 80, description: 300 }
const mostPictures = 4

/** The header line. */
export const kelkooHeader = `${kelkooColumns.join('\t')}\n`

/** The row with its line end. */
export function kelkooLineOf({ values, offer, store, wordOf }: ComparisonOffer): ComparisonLine {
  if (values.product_type === '') return { leftOut: 'no_category' }
  if (offer.delivery === null) return { leftOut: 'no_delivery' }
  const pictures = [values.image_link, ...values.additional_image_link.split(',')].filter(Boolean)
  const pictureCells = Array.from({ length: mostPictures }, (_, at) => pictures[at] ?? '')
  return tabbedLine([
    values.id,
    cutAtWord(onOneLine(values.title), longest.title),
    values.link,
    values.link,
    plainAmount(offer.unitMinor),
    store.currency,
    values.brand,
    cutAtWord(onOneLine(values.description), longest.description),
    ...pictureCells,
    values.gtin,
    values.mpn,
    values.id,
    values.product_type,
    availabilities[offer.stockStatus],
    // Of delivery at home only.
    offer.homeDelivery === null ? '' : plainAmount(offer.homeDelivery.priceMinor),
    offer.deliveryTime,
    values.condition || 'new',
    wordOf('color'),
  ])
}
