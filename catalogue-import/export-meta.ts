/**
 * A product as a row of a catalogue of Meta (Facebook and Instagram), made of the row that Merchant Center gets: other words
 * for availability, other limits, JPEG pictures. https://developers.facebook.com/docs/marketing-api/catalog/reference
 */
import type { Store } from '../domain/stores/stores.ts'
import type { FeedColumn } from './feed-row.ts'

const columns = [
  'id',
  'title',
  'description',
  'availability',
  'condition',
  'price',
  'link',
  'image_link',
  'brand',
  'additional_image_link',
  'sale_price',
  'sale_price_effective_date',
  'item_group_id',
  'size',
  'color',
  'material',
  'pattern',
  'gtin',
  'mpn',
  'product_type',
  'quantity_to_sell_on_facebook',
] as const
type MetaColumn = (typeof columns)[number]

/** Most characters of a value; a longer one is refused by Meta, so it is cut where that says no less. */
const longest: Partial<Record<MetaColumn, number>> = {
  title: 200,
  description: 9999,
  brand: 100,
  item_group_id: 100,
  size: 200,
  color: 200,
  material: 200,
  pattern: 100,
  mpn: 100,
  product_type: 750,
}

const availabilities: Readonly<Record<string, string>> = {
  in_stock: 'in stock',
  out_of_stock: 'out of stock',
  preorder: 'preorder',
  backorder: 'available for order',
}

/** The header line. */
export const metaHeader = `${columns.join(',')}\n`

export interface MetaProduct {
  /** The row that Merchant Center gets. */
  values: Readonly<Record<FeedColumn, string>>
  /** The product that it is a choice of; null: of none. */
  parentSku: string | null
  /** The value of an attribute in the words of the store; empty: it has none. */
  wordOf: (attribute: string) => string
}

/** The row with its line end; null: Meta takes no product without a picture. */
export function metaLineOf({ values, parentSku, wordOf }: MetaProduct, store: Store): string | null {
  if (values.image_link === '') return null
  const title = onOneLine(values.title)
  const cells: Record<MetaColumn, string> = {
    id: values.id,
    title,
    description: onOneLine(values.description) || title,
    availability: availabilities[values.availability] ?? 'out of stock',
    condition: values.condition || 'new',
    price: values.price,
    link: values.link,
    image_link: values.image_link,
    // One of brand, GTIN and MPN is needed; what names no manufacturer is the shop's own.
    brand: values.brand || (values.gtin || values.mpn ? '' : store.brand),
    additional_image_link: values.additional_image_link,
    sale_price: values.sale_price,
    sale_price_effective_date: periodOf(values.sale_price_effective_date),
    item_group_id: parentSku ?? values.item_group_id,
    size: onOneLine(wordOf('size')),
    color: onOneLine(wordOf('color')),
    material: onOneLine(wordOf('material')),
    pattern: onOneLine(wordOf('pattern')),
    gtin: values.gtin,
    mpn: values.mpn,
    product_type: values.product_type,
    quantity_to_sell_on_facebook: values.availability === 'in_stock' ? values.quantity : '',
  }
  return `${columns.map((column) => enclosed(cut(cells[column], longest[column]))).join(',')}\n`
}

/** Line and paragraph separators of a feed, and line ends, are spaces. */
const onOneLine = (text: string): string => text.replaceAll(/[\s\u2028\u2029]+/g, ' ').trim()

const cut = (text: string, characters = Infinity): string =>
  text.length <= characters ? text : [...text].slice(0, characters).join('')

const enclosed = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** `2026-11-20T10:00:00.000Z/…` → `2026-11-20T10:00+00:00/…`: minutes, with the offset from UTC. */
const periodOf = (period: string): string =>
  period
    .split('/')
    .filter(Boolean)
    .map((moment) => `${new Date(moment).toISOString().slice(0, 16)}+00:00`)
    .join('/')
