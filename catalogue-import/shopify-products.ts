/**
 * Reads the product export of Shopify: a row for each variant, of which only the first of a product (`Handle`) has its
 * name, text, brand and options' names, and further rows that hold nothing but a picture. Both sets of column names
 * are known: `Handle`, `Variant Price` … and, since 2025, `URL handle`, `Price` …
 * https://help.shopify.com/en/manual/products/import-export/using-csv
 */
import type { Store } from '../domain/stores/stores.ts'
import { readBoolean } from './boolean-words.ts'
import type { FeedValues } from './feed-row.ts'
import type { FeedVariant } from './feed-variant.ts'
import { columnNamed, hasColumns, namedCells, unreadColumns, type NamedCells } from './named-cells.ts'
import { isLower, sellingPrice } from './preset-prices.ts'
import { seoTexts } from './seo-texts.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'
import type { PresetRow, Table, TablePreset, TableRow } from './table.ts'
import { countNumbers, variantNumber } from './variant-number.ts'

/** Rows of one product that are held at a time; Shopify allows 2,048 variants and 250 pictures. */
const mostRowsOfProduct = 5000

/** Every column that is read, in each spelling. */
const readColumns = [
  'Handle',
  'URL handle',
  'Title',
  'Body (HTML)',
  'Description',
  'SEO Title',
  'SEO Description',
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
  'Variant Taxable',
  'Charge tax',
  'Variant Tax Code',
  'Tax code',
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
  seo_title: ['SEO Title'],
  seo_description: ['SEO Description'],
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
  isOfOtherShop: true,
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
      const id = shortened(skuOf(row.cells, cell))
      const title = titleIn(cell(row.cells, 'Title'))
      yield { row: number, line, bytes, ...(id !== '' && { id }), ...title, refused }
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
  const counts = countNumbers(variants.map(({ cells }) => skuOf(cells, cell)))
  for (const row of variants) {
    const { row: number, line, bytes, cells } = row
    const choices = optionNames.flatMap((name, at) => {
      const value = cell(cells, `Option${at + 1} Value`) ?? ''
      return name === '' || value === '' || value === 'Default Title' ? [] : [{ name, value }]
    })
    const options = choices.map(({ value }) => value)
    const sku = skuOf(cells, cell)
    const { id, code, sharedId } = variantNumber(sku, { handle, options, counts })
    const title = cell(first.cells, 'Title') ?? ''
    const at = { row: number, line, bytes, id }
    const refused = leftOut ?? unshipped(cells, cell)
    if (refused) {
      yield { ...at, ...titleIn(title), refused }
      continue
    }
    const repaired: RowProblem[] = []
    if (code !== null) repaired.push({ code, column: 'Variant SKU', value: shortened(sku || id) })
    const variant: FeedVariant | undefined =
      choices.length > 0 && variants.length > 1 ? { group: handle, title, choices } : undefined
    const name = [title, ...(variant ? choices.map(({ value }) => value) : [])].join(', ')
    const values: FeedValues = {
      id,
      ...(sharedId !== undefined && { sharedId }),
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

/** Spreadsheets keep an apostrophe before a number that is text. */
const skuOf = (cells: readonly string[], cell: NamedCells): string =>
  (cell(cells, 'Variant SKU', 'SKU') ?? '').replace(/^'/, '').trim()

/** Drafts, archived products and gift cards stay behind: the shop sells what it shows, and has gift cards of its own. */
function reasonToLeaveOut(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const status = cell(cells, 'Status') ?? ''
  const published = cell(cells, 'Published', 'Published on online store') ?? ''
  const giftCard = cell(cells, 'Gift Card') ?? ''
  if (status !== '' && status.toLowerCase() !== 'active')
    return { code: 'not_published', column: 'Status', value: shortened(status) }
  if (readBoolean(published) === false)
    return { code: 'not_published', column: 'Published', value: shortened(published) }
  if (readBoolean(giftCard) === true)
    return { code: 'kind_not_taken', column: 'Gift Card', value: 'gift card' }
  return unclear('Published', published) ?? unclear('Gift Card', giftCard)
}

/** A word that is neither yes nor no never puts a product on sale. An empty cell says nothing against it. */
const unclear = (column: string, value: string): RowProblem | null =>
  value === '' || readBoolean(value) !== null
    ? null
    : { code: 'unclear_word', column, value: shortened(value) }

/** A variant that is no goods to ship, such as a download or a service. */
function unshipped(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const column = 'Variant Requires Shipping'
  const value = cell(cells, column, 'Requires shipping') ?? ''
  return readBoolean(value) === false ? { code: 'kind_not_taken', column, value } : unclear(column, value)
}

/** What all variants of a product share, from its first row. */
function productValues(cells: readonly string[], cell: NamedCells): FeedValues {
  const description = cell(cells, 'Body (HTML)', 'Description')
  const brand = cell(cells, 'Vendor')
  const type = cell(cells, 'Type') || cell(cells, 'Product Category', 'Standardized Product Type')
  return {
    ...(description !== undefined && { description }),
    ...seoTexts(cells, cell, fieldColumns),
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
  repaired.push(...unreadTax(cells, cell))
  const grams = cell(cells, 'Variant Grams', 'Weight value (grams)') ?? ''
  return {
    ...sellingPrice({ regular, reduced, isRunning: true, column }, store, repaired),
    ...stockValues(cells, { cell, store, repaired }),
    ...(gtin !== undefined && { gtin: gtin.replace(/^'/, '') }),
    ...gramsValue(grams, repaired),
  }
}

/** A product that is not taxed, or not as most: its VAT here is that of the store until staff set another. */
function unreadTax(cells: readonly string[], cell: NamedCells): RowProblem[] {
  const taxable = cell(cells, 'Variant Taxable', 'Charge tax') ?? ''
  const code = cell(cells, 'Variant Tax Code', 'Tax code') ?? ''
  const note = (column: string, value: string): RowProblem => ({
    code: 'unread_tax',
    column,
    value: shortened(value),
  })
  return [
    ...(taxable === '' || readBoolean(taxable) === true ? [] : [note('Variant Taxable', taxable)]),
    ...(code === '' ? [] : [note('Variant Tax Code', code)]),
  ]
}

/** `250.0`, `250,5`. Zero is no weight; any other text is left out as a weight that cannot be read. */
function gramsValue(text: string, repaired: RowProblem[]): FeedValues {
  const grams = Number(text.replace(/^'/, '').replace(',', '.'))
  if (grams > 0) return { shipping_weight: `${grams} g` }
  if (Number.isNaN(grams))
    repaired.push({ code: 'field_left_out', column: 'Variant Grams', value: shortened(text) })
  return {}
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
  const continues = policy.toLowerCase() === 'continue' || readBoolean(policy) === true
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
