/**
 * Reads the product export of Squarespace: a row for each variant, of which only the first of a product has its name, text,
 * categories and pictures. Weights and sizes have no unit, and are not read.
 * https://support.squarespace.com/hc/en-us/articles/205814748
 */
import type { Store } from '../domain/stores/stores.ts'
import { readBoolean } from './boolean-words.ts'
import type { FeedValues } from './feed-row.ts'
import { columnNamed, hasColumns, namedCells, unreadColumns, type NamedCells } from './named-cells.ts'
import { sellingPrice } from './preset-prices.ts'
import { productsOf, variantTitle } from './product-rows.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'
import type { PresetRow, Table, TablePreset, TableRow } from './table.ts'
import { countNumbers, variantNumber } from './variant-number.ts'

const columns = {
  product: 'Product ID [Non Editable]',
  variant: 'Variant ID [Non Editable]',
  kind: 'Product Type [Non Editable]',
} as const

/** Every column that is read. */
const readColumns = [
  ...Object.values(columns),
  'Product Page',
  'Product URL',
  'Title',
  'Description',
  'SKU',
  'GTIN',
  'MPN',
  /^option (?:name|value) [1-6]$/,
  'Price',
  'Sale Price',
  'On Sale',
  'Stock',
  'Categories',
  'Visible',
  'Hosted Image URLs',
]

/** The columns that fields of a feed are read from. */
const fieldColumns: Readonly<Record<string, readonly string[]>> = {
  id: ['SKU'],
  title: ['Title'],
  description: ['Description'],
  product_type: ['Categories'],
  price: ['Price'],
  quantity: ['Stock'],
  availability: ['Stock'],
  gtin: ['GTIN'],
  mpn: ['MPN'],
  image_link: ['Hosted Image URLs'],
  additional_image_link: ['Hosted Image URLs'],
}

export const squarespaceProducts: TablePreset = {
  name: 'squarespace-products',
  isOfOtherShop: true,
  matches: (names) =>
    hasColumns(names, [columns.product], [columns.variant], ['Title'], ['Price'], ['Option Name 1', 'SKU']),
  columnOf: (names, field) => columnNamed(names, fieldColumns[field] ?? []),
  unused: (names) => unreadColumns(names, readColumns),
  read: readSquarespaceProducts,
}

async function* readSquarespaceProducts(table: Table, store: Store): AsyncGenerator<PresetRow> {
  const cell = namedCells(table.columns)
  const differs = (name: string, row: TableRow, [first]: readonly TableRow[]) =>
    (cell(row.cells, name) ?? '') !== (cell(first!.cells, name) ?? '')
  const startsProduct = (row: TableRow, before: readonly TableRow[]) => {
    if ((cell(row.cells, columns.product) ?? '') !== '') return differs(columns.product, row, before)
    // One that a merchant has added has no id.
    return (cell(row.cells, 'Title') ?? '') !== '' && differs('Title', row, before)
  }
  const namedBy = (cells: readonly string[]) => ({ sku: cell(cells, 'SKU'), title: cell(cells, 'Title') })
  for await (const rows of productsOf(table, startsProduct, namedBy))
    if (Array.isArray(rows)) yield* productRows(rows, cell, store)
    else yield rows
}

const optionNumbers = [1, 2, 3, 4, 5, 6] as const

/** A further row says only its own values. Some exports name the options only in the first row. */
function* productRows(rows: readonly TableRow[], cell: NamedCells, store: Store): Generator<PresetRow> {
  const [first] = rows
  if (!first) return
  const group = cell(first.cells, columns.product) ?? ''
  const title = cell(first.cells, 'Title') ?? ''
  const leftOut = reasonToLeaveOut(first.cells, cell)
  const counts = countNumbers(rows.map(({ cells }) => cell(cells, 'SKU') ?? ''))
  for (const { row, line, bytes, cells } of rows) {
    const choices = optionNumbers.flatMap((number) => {
      const column = `Option Name ${number}`
      const name = cell(cells, column) || (cell(first.cells, column) ?? '')
      const value = cell(cells, `Option Value ${number}`) ?? ''
      return name === '' || value === '' ? [] : [{ name, value }]
    })
    const sku = cell(cells, 'SKU') ?? ''
    const options = choices.map(({ value }) => value)
    const { id, code, sharedId } = variantNumber(sku, { handle: group, options, counts })
    const place = { row, line, bytes, id }
    if (leftOut) {
      yield { ...place, ...titleIn(title), refused: leftOut }
      continue
    }
    const repaired: RowProblem[] = []
    if (code !== null) repaired.push({ code, column: 'SKU', value: shortened(sku || id) })
    const isVariant = choices.length > 0 && rows.length > 1
    const values: FeedValues = {
      id,
      ...(sharedId !== undefined && { sharedId }),
      title: variantTitle(title, isVariant ? choices : []),
      ...productValues(first.cells, cell),
      ...offerValues(cells, { cell, store, repaired }),
      ...(isVariant && { variant: { group, title, choices } }),
    }
    yield { ...place, values, ...(repaired.length > 0 && { repaired }) }
  }
}

/** Services, downloads and gift cards, which this shop does not ship, and what is not shown. */
function reasonToLeaveOut(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const kind = cell(cells, columns.kind) ?? ''
  const visible = cell(cells, 'Visible') ?? ''
  if (kind !== '' && kind.toUpperCase() !== 'PHYSICAL')
    return { code: 'kind_not_taken', column: 'Product Type', value: shortened(kind.toLowerCase()) }
  if (visible === '' || readBoolean(visible) === true) return null
  const code = readBoolean(visible) === false ? 'not_published' : 'unclear_word'
  return { code, column: 'Visible', value: shortened(visible) }
}

/** What all variants of a product share, from its first row. */
function productValues(cells: readonly string[], cell: NamedCells): FeedValues {
  const description = cell(cells, 'Description')
  const categories = cell(cells, 'Categories')
  const pictures = cell(cells, 'Hosted Image URLs')
  const [main = '', ...others] = (pictures ?? '').split(/\s+/)
  const page = cell(cells, 'Product Page') ?? ''
  const address = cell(cells, 'Product URL') ?? ''
  return {
    ...(description !== undefined && { description }),
    ...(categories !== undefined && { product_type: deepest(categories) }),
    ...(pictures !== undefined && {
      image_link: main,
      additional_image_link: others.slice(0, 20).join(', '),
    }),
    ...(page !== '' && address !== '' && { formerAddress: `/${page}/p/${address}` }),
  }
}

/** `/flower/feverfew, /sale` → `flower > feverfew`: the deepest category, the first of several. */
function deepest(text: string): string {
  const paths = text.split(',').map((path) =>
    path
      .split('/')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  const [best = []] = paths.toSorted((a, b) => b.length - a.length)
  return best.join(' > ')
}

function offerValues(
  cells: readonly string[],
  { cell, store, repaired }: { cell: NamedCells; store: Store; repaired: RowProblem[] },
): FeedValues {
  const regular = cell(cells, 'Price') ?? ''
  const isOnSale = readBoolean(cell(cells, 'On Sale') ?? '') === true
  const reduced = isOnSale ? (cell(cells, 'Sale Price') ?? '') : ''
  const [gtin, mpn] = [cell(cells, 'GTIN'), cell(cells, 'MPN')]
  return {
    ...sellingPrice({ regular, reduced, isRunning: true, column: 'Price' }, store, repaired),
    ...stockValues(cell(cells, 'Stock') ?? '', repaired),
    ...(gtin !== undefined && { gtin }),
    ...(mpn !== undefined && { mpn }),
  }
}

/** A count, or `Unlimited`. */
function stockValues(stock: string, repaired: RowProblem[]): FeedValues {
  const column = 'Stock'
  if (stock === '' || /^unlimited$/i.test(stock)) {
    repaired.push({ code: 'uncounted_stock', column, value: shortened(stock) })
    return { availability: 'in_stock' }
  }
  if (!/^-?\d+$/.test(stock)) return { availability: 'in_stock', quantity: stock }
  if (Number(stock) < 0) repaired.push({ code: 'negative_stock', column, value: shortened(stock) })
  return Number(stock) > 0
    ? { availability: 'in_stock', quantity: stock }
    : { availability: 'out_of_stock', quantity: '0' }
}
