/**
 * Reads the product export of Wix: a row for each product (`fieldType` Product), followed by a row for each of its
 * variants, which names its choices and what it costs more than the product (`surcharge`). The columns that Wix writes since
 * 2025 (`handle`, `plainDescription`, `media`, `productOptionChoices1`) are known as well; there a variant has a price of its
 * own. Weights have no unit, and are not read.
 * https://support.wix.com/en/article/wix-stores-formatting-your-csv-file-for-importing-products
 */
import {
  addMinor,
  decimalText,
  largerMinor,
  shareMinor,
  subtractMinor,
  toBasisPoints,
  toMinorLeniently,
  wholeBasisPoints,
  zeroMinor,
  type Minor,
} from '../domain/money/money.ts'
import type { Store } from '../domain/stores/stores.ts'
import { readDecimal } from './decimal-number.ts'
import type { FeedValues } from './feed-row.ts'
import { readBoolean } from './boolean-words.ts'
import { columnNamed, hasColumns, namedCells, unreadColumns, type NamedCells } from './named-cells.ts'
import { isLower, sellingPrice } from './preset-prices.ts'
import { productsOf, variantTitle } from './product-rows.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'
import type { PresetRow, Table, TablePreset, TableRow } from './table.ts'
import { countNumbers, variantNumber } from './variant-number.ts'

/** Every column that is read, in each spelling. */
const readColumns = [
  'handleId',
  'handle',
  'fieldType',
  'name',
  'description',
  'plainDescription',
  'productImageUrl',
  'media',
  'collection',
  'sku',
  'barcode',
  'price',
  'surcharge',
  'strikethroughPrice',
  'visible',
  'discountMode',
  'discountValue',
  'inventory',
  'brand',
  /^productoption(?:name|type|description|choices)[1-6]$/,
]

/** The columns that fields of a feed are read from. */
const fieldColumns: Readonly<Record<string, readonly string[]>> = {
  id: ['sku'],
  title: ['name'],
  description: ['description', 'plainDescription'],
  brand: ['brand'],
  product_type: ['collection'],
  price: ['price'],
  quantity: ['inventory'],
  availability: ['inventory'],
  gtin: ['barcode'],
  image_link: ['productImageUrl', 'media'],
  additional_image_link: ['productImageUrl', 'media'],
}

export const wixProducts: TablePreset = {
  name: 'wix-products',
  isOfOtherShop: true,
  matches: (columns) =>
    hasColumns(
      columns,
      ['handleId', 'handle'],
      ['fieldType'],
      ['name'],
      ['price'],
      ['inventory'],
      ['productImageUrl', 'media', 'productOptionName1'],
    ),
  columnOf: (columns, field) => columnNamed(columns, fieldColumns[field] ?? []),
  unused: (columns) => unreadColumns(columns, readColumns),
  read: readWixProducts,
}

const handleOf = (cells: readonly string[], cell: NamedCells): string =>
  cell(cells, 'handleId', 'handle') ?? ''

async function* readWixProducts(table: Table, store: Store): AsyncGenerator<PresetRow> {
  const cell = namedCells(table.columns)
  for await (const rows of productsOf(
    table,
    (row, before) =>
      handleOf(row.cells, cell) !== handleOf(before[0]!.cells, cell) ||
      // Products may have the same handle, or none.
      (kindOf(row, cell) === 'product' && before.some((each) => kindOf(each, cell) === 'product')),
    (cells) => ({ sku: cell(cells, 'sku'), title: cell(cells, 'name') }),
  ))
    if (Array.isArray(rows)) yield* productRows(rows, { cell, store })
    else yield rows
}

interface Reading {
  cell: NamedCells
  store: Store
}

/** `Product`, `PRODUCT`, `Variant`, `MEDIA` → in lower case. */
const kindOf = ({ cells }: TableRow, cell: NamedCells): string =>
  (cell(cells, 'fieldType') ?? '').toLowerCase()

/** The variants of a product, or the product itself where it has none. */
function* productRows(rows: readonly TableRow[], reading: Reading): Generator<PresetRow> {
  const { cell } = reading
  const product =
    rows.find((row) => kindOf(row, cell) === 'product') ?? rows.find((row) => kindOf(row, cell) !== 'variant')
  const variants = rows.filter((row) => kindOf(row, cell) === 'variant')
  if (!product) {
    for (const { row, line, bytes, cells } of variants) {
      const value = shortened(handleOf(cells, cell))
      const id = shortened(cell(cells, 'sku') ?? '')
      const refused = { code: 'unknown_parent', column: 'handleId', value } as const
      yield { row, line, bytes, ...(id !== '' && { id }), ...titleIn(cell(cells, 'name')), refused }
    }
    return
  }
  const pictures = picturesOf(rows, cell)
  const count = variants.length
  const counts = countNumbers(
    (count > 0 ? [product, ...variants] : [product]).map(({ cells }) => cell(cells, 'sku') ?? ''),
  )
  for (const row of count > 0 ? variants : [product])
    yield offerRow(row, { ...reading, product, pictures, count, counts })
}

interface OfProduct extends Reading {
  product: TableRow
  /** Null: the table has no column of them. */
  pictures: readonly string[] | null
  /** Variants of the product. */
  count: number
  /** Of the product and its variants, by number. */
  counts: ReadonlyMap<string, number>
}

function offerRow(row: TableRow, of: OfProduct): PresetRow {
  const { cell, store, product, pictures, count, counts } = of
  const { row: number, line, bytes, cells } = row
  const handle = handleOf(product.cells, cell)
  const choices = count > 0 ? choicesOf(cells, product.cells, cell) : []
  const sku = cell(cells, 'sku') ?? ''
  const options = choices.map(({ value }) => value)
  const { id, code, sharedId } = variantNumber(sku, { handle, options, counts })
  const place = { row: number, line, bytes, id }
  const refused = unpublished(product.cells, cell) ?? unpublished(cells, cell)
  if (refused) return { ...place, ...titleIn(cell(product.cells, 'name')), refused }
  const repaired: RowProblem[] = []
  if (code !== null) repaired.push({ code, column: 'sku', value: shortened(sku || id) })
  if (count === 0) repaired.push(...openChoices(product.cells, cell))
  const title = cell(product.cells, 'name') ?? ''
  const gtin = cell(cells, 'barcode')
  const values: FeedValues = {
    id,
    ...(sharedId !== undefined && { sharedId }),
    title: variantTitle(title, choices),
    ...sharedValues(product.cells, cell),
    ...priceOf(cells, product.cells, { cell, store, repaired }),
    ...stockOf(cells, product.cells, { cell, repaired }),
    ...(gtin !== undefined && { gtin }),
    ...pictureValues(pictures),
    ...(choices.length > 0 && count > 1 && { variant: { group: handle, title, choices } }),
  }
  return { ...place, values, ...(repaired.length > 0 && { repaired }) }
}

const optionNumbers = [1, 2, 3, 4, 5, 6] as const

/** Of the product the values that can be chosen, separated by semicolons; of a variant its own. */
const optionOf = (cells: readonly string[], cell: NamedCells, number: number): string =>
  cell(cells, `productOptionDescription${number}`, `productOptionChoices${number}`) ?? ''

/** A colour is written as `#ffffff:White`. */
const withoutColour = (value: string): string => value.replace(/^#[0-9a-f]{3,8}\s*:\s*(?=\S)/i, '').trim()

function choicesOf(
  cells: readonly string[],
  product: readonly string[],
  cell: NamedCells,
): { name: string; value: string }[] {
  return optionNumbers.flatMap((number) => {
    const name = cell(product, `productOptionName${number}`) ?? ''
    const value = withoutColour(optionOf(cells, cell, number))
    return name === '' || value === '' ? [] : [{ name, value }]
  })
}

/** What can be chosen of a product without variants: the shop needs a row for each value. */
function openChoices(cells: readonly string[], cell: NamedCells): RowProblem[] {
  return optionNumbers.flatMap((number) => {
    const values = optionOf(cells, cell, number)
    if (!values.includes(';')) return []
    return [{ code: 'any_choice', column: `productOptionName${number}`, value: shortened(values) } as const]
  })
}

function unpublished(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const visible = cell(cells, 'visible') ?? ''
  if (visible === '' || readBoolean(visible) === true) return null
  const code = readBoolean(visible) === false ? 'not_published' : 'unclear_word'
  return { code, column: 'visible', value: shortened(visible) }
}

function sharedValues(cells: readonly string[], cell: NamedCells): FeedValues {
  const description = cell(cells, 'description', 'plainDescription')
  const brand = cell(cells, 'brand')
  const collection = cell(cells, 'collection')
  return {
    ...(description !== undefined && { description }),
    ...(brand !== undefined && { brand }),
    ...(collection !== undefined && { product_type: firstCollection(collection) }),
  }
}

/** The first of several collections, which are separated by semicolons; the one of all products says nothing. */
const firstCollection = (text: string): string =>
  text
    .split(';')
    .map((name) => name.trim())
    .find((name) => name !== '' && !/^(?:all (?:products|collections)|all[ea] produkte?r?)$/i.test(name)) ??
  ''

/** Files of Wix are named by their id; rows of the kind `MEDIA` have more of them. */
function picturesOf(rows: readonly TableRow[], cell: NamedCells): string[] | null {
  if (cell(rows[0]?.cells ?? [], 'productImageUrl', 'media') === undefined) return null
  const names = rows.flatMap(({ cells }) => (cell(cells, 'productImageUrl', 'media') ?? '').split(';'))
  return [...new Set(names.flatMap((name) => pictureAddress(name.trim())))]
}

/** `0cb1_a2~mv2.jpg` and `wix:image://v1/0cb1_a2~mv2.jpg/front.jpg#originWidth=9` → its address; none: it is no picture. */
function pictureAddress(name: string): string[] {
  if (/^https?:\/\//i.test(name)) return [name]
  const [, id = name] = /^wix:image:\/\/v1\/([^/#]+)/i.exec(name) ?? []
  return /^[\w~.-]+\.(?:jpe?g|png|webp|gif|avif)$/i.test(id)
    ? [`https://static.wixstatic.com/media/${id}`]
    : []
}

/** Without a column of pictures those that the product has stay. */
function pictureValues(pictures: readonly string[] | null): FeedValues {
  if (pictures === null) return {}
  const [main = '', ...others] = pictures
  return { image_link: main, additional_image_link: others.slice(0, 20).join(', ') }
}

interface Repairing extends Reading {
  repaired: RowProblem[]
}

/** Larger amounts are no prices; they are refused with their text. */
const largestPrice = 1_000_000_000

/** An amount, rounded to two decimals; null: none. */
function amountOf(text: string): Minor | null {
  const read = readDecimal(text)
  const amount = read.ok ? Number(read.decimal) : Infinity
  return Math.abs(amount) <= largestPrice ? toMinorLeniently(amount) : null
}

/** The price of the product with what the variant costs more, less the discount of the product. */
function priceOf(cells: readonly string[], product: readonly string[], reading: Repairing): FeedValues {
  const { cell, store, repaired } = reading
  const own = cell(cells, 'price') ?? ''
  const written = own || (cell(product, 'price') ?? '')
  const before =
    cell(cells, 'strikethroughPrice') || (own === '' ? cell(product, 'strikethroughPrice') : '') || ''
  if (isLower(written, before))
    return sellingPrice(
      { regular: before, reduced: written, isRunning: true, column: 'strikethroughPrice' },
      store,
      repaired,
    )
  const base = amountOf(written)
  const surcharge = cell(cells, 'surcharge') || '0'
  // A variant may cost less than its product.
  const sign = /^[-−]/.exec(surcharge)?.[0] ?? ''
  const size = amountOf(surcharge.slice(sign.length))
  const more = size !== null && sign !== '' ? subtractMinor(zeroMinor, size) : size
  const off = cell(product, 'discountValue') || '0'
  // Only a price may name its currency; any other value with one is refused with its text.
  if (base === null && isZero(surcharge) && isZero(off))
    return sellingPrice({ regular: written, reduced: '', isRunning: false, column: 'price' }, store, repaired)
  // Never the price without the rest: this text is refused as a price.
  const unclear: FeedValues = {
    price: `price ${written}, surcharge ${surcharge}, discountValue ${off}`,
    sale_price: '',
  }
  if (base === null || more === null) return unclear
  const price = addMinor(base, more)
  const discount = discountOf(price, product, cell)
  if (discount === null) return unclear
  return sellingPrice(
    {
      regular: decimalText(price),
      reduced: discount > 0 ? decimalText(largerMinor(zeroMinor, subtractMinor(price, discount))) : '',
      isRunning: true,
      column: 'discountValue',
    },
    store,
    repaired,
  )
}

const isZero = (text: string): boolean => /^0+(?:[.,]0+)?$/.test(text)

/** What the discount of the product takes off; null: it is no number. */
function discountOf(price: Minor, product: readonly string[], cell: NamedCells): Minor | null {
  const text = cell(product, 'discountValue') || '0'
  if ((cell(product, 'discountMode') ?? '').toUpperCase() === 'AMOUNT') return amountOf(text)
  if (!/^\d{1,9}(?:[.,]\d{1,9})?$/.test(text)) return null
  const share = Number(text.replace(',', '.'))
  return share > 100 ? price : shareMinor(price, toBasisPoints(share), wholeBasisPoints)
}

/** A count, or `InStock` and `OutOfStock` where Wix does not count. A variant without it has that of its product. */
function stockOf(
  cells: readonly string[],
  product: readonly string[],
  { cell, repaired }: Pick<Repairing, 'cell' | 'repaired'>,
): FeedValues {
  const column = 'inventory'
  const stock = cell(cells, column) || (cell(product, column) ?? '')
  if (/^-?\d+(?:\.0+)?$/.test(stock)) {
    const units = Math.trunc(Number(stock))
    if (units < 0) repaired.push({ code: 'negative_stock', column, value: shortened(stock) })
    return units > 0
      ? { availability: 'in_stock', quantity: String(units) }
      : { availability: 'out_of_stock', quantity: '0' }
  }
  const word = stock.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (word === 'outofstock') return { availability: 'out_of_stock', quantity: '0' }
  if (word !== 'instock' && word !== '') return { availability: stock }
  repaired.push({ code: 'uncounted_stock', column, value: shortened(stock) })
  return { availability: 'in_stock' }
}
