/**
 * Reads the product export of Shopify: a row for each variant, of which only the first of a product (`Handle`) has its
 * name, text, brand and options' names, and further rows that hold nothing but a picture. Both sets of column names
 * are known: `Handle`, `Variant Price` … and, since 2025, `URL handle`, `Price` …
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */
import type { Store } from '../domain/stores/stores.ts'
import type { FeedValues } from './feed-row.ts'
import type { FeedVariant } from './feed-variant.ts'
import { columnNamed, hasColumns, namedCells, unreadColumns, type NamedCells } from './named-cells.ts'
import { isLower, sellingPrice } from './preset-prices.ts'
import { shortened, type RowProblem } from './row-report.ts'
import type { PresetRow, Table, TablePreset, TableRow } from './table.ts'

/** Rows of one product that are held at a time; Shopify allows 2,048 variants and 250 pictures. */
const mostRowsOfProduct = 5000

/** Every column that is read, in each spelling. */
const readColumns = [
  'Handle',
  'URL handle',
  'Title',
  'Body (HTML)',
  'Description',
  'Vendor',
  'Type',
  'Product Category',
  'Standardized Product Type',
  'Published',
  'Published on online store',
  'Status',
  'Gift Card',
  /^option[123] (?:name|value)$/,
  'Variant SKU',
  'SKU',
  'Variant Grams',
  'Weight value (grams)',
  'Variant Requires Shipping',
  'Requires shipping',
  'Variant Inventory Tracker',
  'Inventory tracker',
  'Variant Inventory Qty',
  'Inventory quantity',
  'Variant Inventory Policy',
  'Continue selling when out of stock',
  'Variant Price',
  'Price',
  'Variant Compare At Price',
  'Compare-at price',
  'Variant Barcode',
  'Barcode',
  'Image Src',
  'Product image URL',
  'Variant Image',
  'Variant image URL',
]

/** The columns that fields of a feed are read from. */
const fieldColumns: Readonly<Record<string, readonly string[]>> = {
  id: ['Variant SKU', 'SKU'],
  title: ['Title'],
  description: ['Body (HTML)', 'Description'],
  brand: ['Vendor'],
  product_type: ['Product Category', 'Standardized Product Type', 'Type'],
  price: ['Variant Price', 'Price'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  shipping_weight: ['Variant Grams', 'Weight value (grams)'],
  gtin: ['Variant Barcode', 'Barcode'],
  image_link: ['Variant Image', 'Variant image URL', 'Image Src', 'Product image URL'],
  additional_image_link: ['Image Src', 'Product image URL'],
}

export const shopifyProducts: TablePreset = {
  name: 'shopify-products',
  matches: (columns) =>
    hasColumns(
      columns,
      ['Handle', 'URL handle'],
      ['Title'],
      ['Variant Price', 'Price'],
      ['Option1 Name', 'Option1 Value'],
    ),
  columnOf: (columns, field) => columnNamed(columns, fieldColumns[field] ?? []),
  unused: (columns) => unreadColumns(columns, readColumns),
  read: readShopifyProducts,
}

async function* readShopifyProducts(table: Table, store: Store): AsyncGenerator<PresetRow> {
  const cell = namedCells(table.columns)
  let rows: TableRow[] = []
  let current: string | undefined
  for await (const row of table.rows) {
    if (row.refused) {
      const { row: number, line, bytes, refused } = row
      yield { row: number, line, bytes, refused }
      continue
    }
    const handle = cell(row.cells, 'Handle', 'URL handle') ?? ''
    if (handle !== current || rows.length >= mostRowsOfProduct) {
      yield* productRows(rows, cell, store)
      rows = []
      current = handle
    }
    rows.push(row)
  }
  yield* productRows(rows, cell, store)
}

const optionNumbers = [1, 2, 3] as const

/** The rows of one product. Rows without an option and a price only add a picture. */
function* productRows(rows: readonly TableRow[], cell: NamedCells, store: Store): Generator<PresetRow> {
  const [first] = rows
  if (!first) return
  const handle = cell(first.cells, 'Handle', 'URL handle') ?? ''
  const optionNames = optionNumbers.map((number) => cell(first.cells, `Option${number} name`) ?? '')
  const isVariant = ({ cells }: TableRow) =>
    (cell(cells, 'Variant Price', 'Price') ?? '') !== '' ||
    (cell(cells, 'Variant SKU', 'SKU') ?? '') !== '' ||
    (cell(cells, 'Option1 Value') ?? '') !== ''
  const variants = rows.filter((row, at) => at === 0 || isVariant(row))
  const pictures = [
    ...new Set(rows.flatMap(({ cells }) => cell(cells, 'Image Src', 'Product image URL') || [])),
  ]
  const leftOut = reasonToLeaveOut(first.cells, cell)
  for (const row of variants) {
    const { row: number, line, bytes, cells } = row
    const choices = optionNames.flatMap((name, at) => {
      const value = cell(cells, `Option${at + 1} Value`) ?? ''
      return name === '' || value === '' || value === 'Default Title' ? [] : [{ name, value }]
    })
    const ownSku = madeSku(
      handle,
      choices.map(({ value }) => value),
    )
    const sku = cell(cells, 'Variant SKU', 'SKU') ?? ''
    const id = sku.replace(/^'/, '') || ownSku
    const at = { row: number, line, bytes, id }
    const refused = leftOut ?? unshipped(cells, cell)
    if (refused) {
      yield { ...at, refused }
      continue
    }
    const repaired: RowProblem[] = []
    if (sku === '') repaired.push({ code: 'made_sku', column: 'Variant SKU', value: shortened(ownSku) })
    const title = cell(first.cells, 'Title') ?? ''
    const variant: FeedVariant | undefined =
      choices.length > 0 && variants.length > 1 ? { group: handle, title, choices } : undefined
    const name = [title, ...(variant ? choices.map(({ value }) => value) : [])].join(', ')
    const values: FeedValues = {
      id,
      title: name,
      ...productValues(first.cells, cell),
      ...variantValues(cells, { cell, store, repaired }),
      ...pictureValues(cells, cell, pictures),
      ...(variant && { variant }),
      ...(handle !== '' && { formerAddress: `/products/${handle}` }),
    }
    yield { ...at, values, ...(repaired.length > 0 && { repaired }) }
  }
}

/** Drafts, archived products and gift cards stay behind: the shop sells what it shows, and has gift cards of its own. */
function reasonToLeaveOut(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const status = cell(cells, 'Status') ?? ''
  const published = cell(cells, 'Published', 'Published on online store') ?? ''
  if (status !== '' && status.toLowerCase() !== 'active')
    return { code: 'not_published', column: 'Status', value: shortened(status) }
  if (published.toLowerCase() === 'false')
    return { code: 'not_published', column: 'Published', value: shortened(published) }
  if ((cell(cells, 'Gift Card') ?? '').toLowerCase() === 'true')
    return { code: 'kind_not_taken', column: 'Gift Card', value: 'gift card' }
  return null
}

/** A variant that is no goods to ship, such as a download or a service. */
function unshipped(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const column = 'Variant Requires Shipping'
  const value = cell(cells, column, 'Requires shipping') ?? ''
  return value.toLowerCase() === 'false' ? { code: 'kind_not_taken', column, value } : null
}

/** What all variants of a product share, from its first row. */
function productValues(cells: readonly string[], cell: NamedCells): FeedValues {
  const description = cell(cells, 'Body (HTML)', 'Description')
  const brand = cell(cells, 'Vendor')
  const type = cell(cells, 'Type') || cell(cells, 'Product Category', 'Standardized Product Type')
  return {
    ...(description !== undefined && { description }),
    ...(brand !== undefined && { brand }),
    ...(type !== undefined && { product_type: type }),
  }
}

interface VariantReading {
  cell: NamedCells
  store: Store
  repaired: RowProblem[]
}

/** Price, stock, number and weight of one variant. */
function variantValues(cells: readonly string[], { cell, store, repaired }: VariantReading): FeedValues {
  const price = cell(cells, 'Variant Price', 'Price') ?? ''
  const column = 'Variant Compare At Price'
  const before = cell(cells, column, 'Compare-at price') ?? ''
  const isReduced = isLower(price, before)
  const [regular, reduced] = isReduced ? [before, price] : [price, '']
  const gtin = cell(cells, 'Variant Barcode', 'Barcode')
  const grams = cell(cells, 'Variant Grams', 'Weight value (grams)') ?? ''
  return {
    ...sellingPrice({ regular, reduced, isRunning: true, column }, store, repaired),
    ...stockValues(cells, { cell, store, repaired }),
    ...(gtin !== undefined && { gtin: gtin.replace(/^'/, '') }),
    ...(Number(grams) > 0 && { shipping_weight: `${grams} g` }),
  }
}

/** Without a tracker the product is always in stock; with the policy `continue` it is sold beyond it. */
function stockValues(cells: readonly string[], { cell, repaired }: VariantReading): FeedValues {
  const column = 'Variant Inventory Qty'
  const quantity = cell(cells, column, 'Inventory quantity') ?? ''
  const tracker = cell(cells, 'Variant Inventory Tracker', 'Inventory tracker')
  const policy = cell(cells, 'Variant Inventory Policy', 'Continue selling when out of stock') ?? ''
  if (tracker === '' || quantity === '') {
    repaired.push({ code: 'uncounted_stock', column, value: shortened(quantity) })
    return { availability: 'in_stock' }
  }
  const units = Number(quantity)
  const continues = /^(?:continue|true)$/i.test(policy)
  const beyond = { column: 'Variant Inventory Policy', value: shortened(policy) }
  if (units < 0) repaired.push({ code: 'negative_stock', column, value: shortened(quantity) })
  if (units > 0) {
    if (continues) repaired.push({ code: 'sold_beyond_stock', ...beyond })
    return { availability: 'in_stock', quantity: String(units) }
  }
  if (continues) {
    repaired.push({ code: 'sold_without_stock', ...beyond })
    return { availability: 'backorder' }
  }
  return units <= 0 ? { availability: 'out_of_stock', quantity: '0' } : { availability: 'in_stock', quantity }
}

/** The variant's own picture first, then those of the product. */
function pictureValues(cells: readonly string[], cell: NamedCells, pictures: readonly string[]): FeedValues {
  const own = cell(cells, 'Variant Image', 'Variant image URL')
  if (own === undefined && pictures.length === 0) return {}
  const [main = '', ...others] = [...new Set([...(own ? [own] : []), ...pictures])]
  return { image_link: main, additional_image_link: others.slice(0, 20).join(', ') }
}

/** The article number of a variant that has none: its product's handle and its options. */
export const madeSku = (handle: string, options: readonly string[]): string =>
  [handle, ...options.map(wordOf)].join('-')

/** `1,5 m` → `1-5-m`. */
const wordOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
