/**
 * A product as a row of PriceRunner's product feed, separated by tabs and without field qualifiers, which may not occur
 * within a field: https://docs.klarna.com/marketing/solutions/klarna-search/getting-started/product-file/ and
 * .../basic-product-data/ (columns; one unit, VAT included, currency stated), and the validator of PriceRunner's official
 * plugins, https://github.com/PriceRunnerDK/pricerunner-magento (words for stock, EAN of 13 digits).
 */
import type { ShopOffer } from '../domain/seo/shop-offers.server.ts'
import type { Minor } from '../domain/money/money.ts'
import {
  onOneLine,
  plainAmount,
  tabbedLine,
  type ComparisonLine,
  type ComparisonOffer,
} from './comparison-offer.ts'

const columns = [
  'SKU',
  'Product name',
  'Category',
  'Price',
  'Shipping cost',
  'Stock status',
  'Delivery time',
  'Product URL',
  'Manufacturer',
  'Manufacturer SKU',
  'EAN',
  'Description',
  'Image URL',
] as const

/** What is awaited can be ordered and is not in stock; the delivery time says when it is. */
const stockWords: Readonly<Record<ShopOffer['stockStatus'], string>> = {
  in_stock: 'In Stock',
  few_left: 'In Stock',
  back_order: 'Out of Stock',
  presale: 'Preorder',
  out_of_stock: 'Out of Stock',
  discontinued: 'Out of Stock',
}

/** The header line. */
export const priceRunnerHeader = `${columns.join('\t')}\n`

/** The row with its line end. */
export function priceRunnerLineOf({ values, offer, store }: ComparisonOffer): ComparisonLine {
  if (values.condition !== 'new' && values.condition !== '') return { leftOut: 'not_new' }
  if (values.product_type === '') return { leftOut: 'no_category' }
  if (offer.delivery === null) return { leftOut: 'no_delivery' }
  const amount = (value: Minor) => `${plainAmount(value)} ${store.currency}`
  return tabbedLine([
    values.id,
    onOneLine(values.title),
    values.product_type,
    amount(offer.unitMinor),
    amount(offer.delivery.priceMinor),
    stockWords[offer.stockStatus],
    offer.deliveryTime,
    values.link,
    values.brand,
    values.mpn,
    eanOf(values.gtin),
    values.description,
    values.image_link,
  ])
}

/** As 13 digits: a shorter UPC has zeros in front; empty for the other kinds of GTIN, which are no EAN. */
function eanOf(gtin: string): string {
  if (gtin.length === 12) return `0${gtin}`
  if (gtin.length === 14 && gtin.startsWith('0')) return gtin.slice(1)
  return gtin.length === 13 ? gtin : ''
}
