/**
 * A product as a row of idealo's CSV: https://idealo.github.io/csv-importer/en/csv (columns, prices with VAT, lists
 * separated by semicolons, `paymentCosts_…` and `deliveryCosts_…` a column for each). There is no column for stock: what
 * cannot be ordered is not in the feed.
 */
import type { ShopOffer } from '../domain/seo/shop-offers.server.ts'
import { storePolicies, type Store } from '../domain/stores/stores.ts'
import {
  cutAtWord,
  onOneLine,
  plainAmount,
  type ComparisonLine,
  type ComparisonOffer,
} from './comparison-offer.ts'

const firstColumns = [
  'sku',
  'brand',
  'title',
  'categoryPath',
  'url',
  'eans',
  'hans',
  'description',
  'price',
  'formerPrice',
  'basePrice',
  'deposit',
  'deliveryTime',
  'imageUrls',
  'colour',
  'size',
  'material',
  'used',
] as const

/** Carriers of the shop for which idealo has a column. */
const carrierColumns: Readonly<Record<string, string>> = { DHL: 'dhl' }
/** What the payment step offers for which it has one. Paying costs nothing in any store. */
const paymentColumns: Readonly<Record<string, string>> = { card: 'credit_card', invoice: 'invoice' }

const longest = { title: 255, description: 1000 }

/** Names of the columns of a store, in their order. */
export function idealoColumns(store: Store): string[] {
  return [
    ...firstColumns,
    ...paymentsOf(store).map((name) => `paymentCosts_${name}`),
    ...carriersOf(store).map((name) => `deliveryCosts_${name}`),
  ]
}

/** The header line. */
export const idealoHeader = (store: Store): string => `${idealoColumns(store).join(',')}\n`

/** The row with its line end. */
export function idealoLineOf({ values, offer, store, wordOf }: ComparisonOffer): ComparisonLine {
  if (!offer.orderable) return { leftOut: 'out_of_stock' }
  if (offer.delivery === null) return { leftOut: 'no_delivery' }
  const pictures = [values.image_link, ...values.additional_image_link.split(',')].filter(Boolean)
  const cells = [
    values.id,
    // Goods of the shop's own brand have the shop's name.
    values.brand || store.brand,
    cutAtWord(onOneLine(values.title), longest.title),
    values.product_type,
    values.link,
    values.gtin,
    values.mpn,
    cutAtWord(onOneLine(values.description), longest.description),
    plainAmount(offer.unitMinor),
    offer.beforeMinor === null ? '' : plainAmount(offer.beforeMinor),
    offer.unitPrice?.text ?? '',
    offer.depositMinor === null ? '' : plainAmount(offer.depositMinor),
    offer.deliveryTime,
    pictures.join(';'),
    wordOf('color'),
    wordOf('size'),
    wordOf('material'),
    values.condition === 'new' || values.condition === '' ? 'false' : 'true',
    ...paymentsOf(store).map(() => '0.00'),
    ...carriersOf(store).map((name) => carrierCost(offer, name)),
  ]
  return `${cells.map((cell) => enclosed(onOneLine(cell))).join(',')}\n`
}

function paymentsOf({ code }: Store): string[] {
  const offers = storePolicies[code].paymentChoices.private.flatMap((choice) => choice.offers)
  return [...new Set(offers.flatMap((name) => paymentColumns[name] ?? []))]
}

function carriersOf({ code }: Store): string[] {
  const carriers = storePolicies[code].shippingMethods.map(({ carrier }) => carrierColumns[carrier ?? ''])
  return [...new Set(carriers.filter((name) => name !== undefined))]
}

const carrierCost = ({ deliveries }: ShopOffer, name: string): string => {
  const found = deliveries.find(({ carrier }) => carrierColumns[carrier ?? ''] === name)
  return found ? plainAmount(found.priceMinor) : ''
}

const enclosed = (text: string): string => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
