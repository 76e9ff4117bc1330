/**
 * A price list as merchants keep it in a spreadsheet: columns in their own language, amounts and counts as people write
 * them. A price without VAT is never taken as one with it, and a product without a stated stock is not for sale.
 */
import { decimalText } from '../domain/money/money.ts'
import type { Store } from '../domain/stores/stores.ts'
import { categoryValues } from './category-paths.ts'
import type { FeedColumn, FeedValues } from './feed-row.ts'
import { FeedFault } from './feed-fault.ts'
import { textOfCell } from './formula-cell.ts'
import { namedCurrency, readLocalAmount, readLocalCount } from './local-amount.ts'
import {
  columnKey,
  currenciesOfColumn,
  currencyOfColumn,
  isOfOrders,
  isPriceColumn,
  netHeadingAbove,
  netPriceColumn,
  priceListColumns,
  priceListRoleOf,
  type PriceListRole,
} from './price-list-columns.ts'
import { hiddenRows, isShownColumn } from './shown-columns.ts'
import { readStockWord } from './stock-words.ts'
import { shortened, titleIn, type ProblemCode, type RowProblem } from './row-report.ts'
import type { PresetRow, Table, TablePreset } from './table.ts'

/** What a list of products and one that changes them have in common. */
const priceList: Omit<TablePreset, 'name' | 'matches' | 'read'> = {
  columnOf: (columns, field) => {
    const role = priceListRoleOf(field)
    const at = role === undefined ? undefined : priceListColumns(columns)[role]
    return at === undefined ? undefined : columns[at]
  },
  unused: (columns) => {
    // Prices in the currencies of other stores are read there.
    const used = new Set(Object.values(priceListColumns(columns)).map((at) => columnKey(columns[at]!)))
    return columns.filter((column) => !used.has(columnKey(column)) && !isShownColumn(column))
  },
}

export const priceListTable: TablePreset = {
  ...priceList,
  name: 'price-list',
  matches: (columns) => {
    const { sku, name, price, ...others } = priceListColumns(columns)
    const hasPrice = (price ?? netPriceColumn(columns)) !== undefined
    return sku !== undefined && name !== undefined && hasPrice && saysStock(others)
  },
  read: (table, store) => readPriceList(table, store, { isUpdate: false }),
}

/**
 * A list of prices with numbers of articles or GTINs, without the names that new products need, or without their stock. It
 * changes products that the store has; names in it are those of a supplier, and stay unread.
 */
export const priceUpdateTable: TablePreset = {
  ...priceList,
  name: 'price-update',
  matches: (columns) => {
    const { sku, name, price, gtin, ...others } = priceListColumns(columns)
    const hasNumber = sku !== undefined || (gtin !== undefined && name === undefined)
    const isOfProducts = name !== undefined && saysStock(others)
    const hasPrice = (price ?? netPriceColumn(columns)) !== undefined
    return hasNumber && hasPrice && !isOfProducts && !columns.map(columnKey).some(isOfOrders)
  },
  unused: (columns) => {
    const { name } = priceListColumns(columns)
    const unused = priceList.unused!(columns)
    return columns.filter((column, at) => at === name || unused.includes(column))
  },
  read: (table, store) => readPriceList(table, store, { isUpdate: true }),
}

const saysStock = ({ stock, availability, delivery }: Partial<Record<PriceListRole, number>>): boolean =>
  (stock ?? availability ?? delivery) !== undefined

async function* readPriceList(
  { columns, above = [], rows }: Table,
  store: Store,
  { isUpdate }: { isUpdate: boolean },
): AsyncGenerator<PresetRow> {
  const places = priceListColumns(columns, store.currency)
  const net = netPriceColumn(columns)
  if (places.price === undefined && net !== undefined) throw new FeedFault('net_prices', { column: net })
  const netHeading = places.price === undefined ? undefined : netHeadingAbove(above, columns, places.price)
  if (netHeading !== undefined) throw new FeedFault('net_prices', { column: shortened(netHeading) })
  if (isUpdate) delete places.name
  requireSingle(columns, places, store)
  /** By the column of this store's currency. */
  const named = (problem: RowProblem): RowProblem =>
    problem.column === 'price' && places.price !== undefined
      ? { ...problem, column: shortened(columns[places.price]!) }
      : problem
  const mayBeOther = ordinaryMayBeOther(columns, places)
  const hidden = hiddenRows(columns)
  const weightUnit = weightUnitOf(columns[places.weight ?? -1] ?? '')
  for await (const { cells, refused, ...place } of rows) {
    const cell = (role: PriceListRole) => {
      const at = places[role]
      if (at === undefined) return undefined
      const text = textOfCell(cells[at] ?? '').trim()
      return role === 'price' || role === 'ordinaryPrice' ? withColumnCurrency(text, columns[at]!) : text
    }
    const sku = cell('sku') ?? ''
    const known = { ...place, ...(sku !== '' && { id: shortened(sku) }) }
    const left = refused ?? hidden(cells)
    const read: Pick<PresetRow, 'values' | 'refused' | 'repaired'> = left
      ? { refused: left }
      : readPriceListRow(cell, { store, weightUnit, isUpdate })
    const ordinary = cell('ordinaryPrice') ?? ''
    if (read.values?.sale_price && mayBeOther(ordinary)) {
      // The price of the list is kept, without a reduction.
      const values = { ...read.values, price: read.values.sale_price, sale_price: '' }
      const column = shortened(columns[places.ordinaryPrice ?? -1] ?? '')
      yield { ...known, values, repaired: [{ code: 'field_left_out', column, value: shortened(ordinary) }] }
      continue
    }
    const refusal = read.refused && { ...titleIn(cell('name')), refused: named(read.refused) }
    yield { ...known, ...read, ...refusal }
  }
}

/**
 * An amount in the currency that its column names. One that names another keeps it; a sign that may mean the column's, as
 * `kr` under `SEK`, means it.
 */
export function withColumnCurrency(text: string, column: string): string {
  const sign = currencyOfColumn(column)
  if (text === '' || sign === null) return text
  const own = namedCurrency(text)
  if (own === null) return `${text} ${sign}`
  const mayMeanColumn = currenciesOfColumn(column)?.every((each) => own.meant.includes(each))
  return mayMeanColumn ? `${own.number} ${sign}` : text
}

/**
 * Throws FeedFault where two columns have the name of one that is read, and both may mean the currency of the store, or
 * both the same other one.
 */
function requireSingle(
  columns: readonly string[],
  places: Partial<Record<PriceListRole, number>>,
  { currency }: Store,
): void {
  const keys = columns.map((column) => {
    const meant = currenciesOfColumn(column) ?? [currency]
    return `${columnKey(column)} ${meant.includes(currency) ? currency : meant.join('/')}`
  })
  for (const at of Object.values(places))
    if (keys.indexOf(keys[at]!) !== keys.lastIndexOf(keys[at]!))
      throw new FeedFault('column_twice', { column: columns[at]! })
}

/**
 * Whether an ordinary price may be in another currency than the price: in a list with prices in several, where it does
 * not name that of the price as clearly. It would state a false reduction.
 */
function ordinaryMayBeOther(
  columns: readonly string[],
  { price, ordinaryPrice }: Partial<Record<PriceListRole, number>>,
): (ordinary: string) => boolean {
  const ofPrice = price === undefined ? null : currenciesOfColumn(columns[price]!)
  if (ofPrice === null) return () => false
  const hasOthers = columns.some((column, at) => {
    const meant = at === ordinaryPrice || !isPriceColumn(column) ? null : currenciesOfColumn(column)
    return meant !== null && meant.join('/') !== ofPrice.join('/')
  })
  return (ordinary) =>
    hasOthers && namedCurrency(ordinary)?.meant.every((each) => ofPrice.includes(each)) !== true
}

/** Thrown inside this file only, and converted to the result. */
class BadCell extends Error {
  readonly problem: RowProblem
  constructor(code: ProblemCode, column: FeedColumn, value: string) {
    super(code)
    this.problem = { code, column, value: shortened(value) }
  }
}

type Cell = (role: PriceListRole) => string | undefined

/**
 * A row by the texts of its cells; undefined: there is no such column. `weightUnit`: of weights without one. `isUpdate`: it
 * changes a product of the store, and makes none.
 */
export function readPriceListRow(
  cell: Cell,
  {
    store,
    weightUnit,
    isUpdate = false,
  }: { store: Store; weightUnit: 'g' | 'kg' | null; isUpdate?: boolean },
): Pick<PresetRow, 'values' | 'refused' | 'repaired'> {
  try {
    const repaired: RowProblem[] = []
    const values: FeedValues = {
      id: cell('sku') ?? '',
      ...(isUpdate ? { isUpdate } : { title: cell('name') ?? '' }),
      ...(isUpdate && cell('price') === undefined ? {} : pricesOf(cell, store)),
      ...(isUpdate && !hasStock(cell) ? {} : stockOf(cell)),
      ...given('gtin', firstNumber(cell('gtin'))),
      ...given('mpn', cell('mpn')),
      ...categoriesOf(categoryOf(cell, repaired), cell('furtherCategories')),
      ...given('shipping_weight', weightOf(cell('weight'), weightUnit)),
      ...given('brand', cell('brand')),
      ...given('description', cell('description')),
      ...given('seo_title', cell('seoTitle')),
      ...given('seo_description', cell('seoDescription')),
      ...imagesOf(cell('image')),
      ...given('image_alt_text', cell('imageText')),
    }
    return { values, ...(repaired.length > 0 && { repaired }) }
  } catch (error) {
    if (error instanceof BadCell) return { refused: error.problem }
    throw error
  }
}

/** Of several paths in the column of the main category, the first is the main one. */
function categoriesOf(text: string | undefined, further: string | undefined): FeedValues {
  const pathsOf = (cellText = '') =>
    cellText
      .split(/[;|]/)
      .map((path) =>
        path
          .trim()
          .split(/\s*[/>]\s*/)
          .filter(Boolean),
      )
      .filter((path) => path.length > 0)
  const [main = [], ...others] = pathsOf(text)
  const { product_type: type, ...rest } = categoryValues(main, [...others, ...pathsOf(further)])
  // Where the cell of the main category is empty, the product has none.
  return { ...(text !== undefined && { product_type: type ?? '' }), ...rest }
}

/** An absent column stays absent, so that it changes nothing. */
const given = (column: FeedColumn, text: string | undefined): FeedValues =>
  text === undefined ? {} : { [column]: text }

/** A cell may list several numbers. */
const firstNumber = (text: string | undefined): string | undefined =>
  /^\d{8,14}(?=[\s,;|]+\d)/.exec(text ?? '')?.[0] ?? text

/** Ids of Shopware: 32 hexadecimal digits, several with `|` between them. */
const categoryIds = /^[0-9a-f]{32}(?:\s*[|,;]\s*[0-9a-f]{32})*$/i

/** Undefined, so that a product keeps its category: there is no such column, or it holds ids in place of names. */
function categoryOf(cell: Cell, repaired: RowProblem[]): string | undefined {
  const text = cell('category')
  if (text === undefined || !categoryIds.test(text)) return text
  repaired.push({ code: 'category_ids', column: 'product_type', value: shortened(text) })
  return undefined
}

/** A cell may list several addresses. */
function imagesOf(text: string | undefined): FeedValues {
  if (text === undefined) return {}
  const [main = '', ...others] = text.split(/(?:\s*[,;|]\s*|\s+)(?=[a-z]+:\/\/|file:)/i)
  return { image_link: main, additional_image_link: others.slice(0, 20).join(', ') }
}

/** The ordinary price, where it is higher, is the price, and the price of the list is that of a sale. */
function pricesOf(cell: Cell, { currency }: Store): FeedValues {
  const amount = (column: FeedColumn, text: string) => {
    const read = readLocalAmount(text, currency)
    if (!read.ok) throw new BadCell(read.code, column, text)
    return read.value
  }
  const text = cell('price') ?? ''
  const ordinaryText = cell('ordinaryPrice')
  if (text === '') throw new BadCell('missing', 'price', '')
  const price = amount('price', text)
  const ordinary = ordinaryText ? amount('price', ordinaryText) : 0
  if (ordinaryText === undefined) return { price: `${decimalText(price)} ${currency}` }
  return ordinary > price && ordinary !== 0
    ? { price: `${decimalText(ordinary)} ${currency}`, sale_price: `${decimalText(price)} ${currency}` }
    : { price: `${decimalText(price)} ${currency}`, sale_price: '' }
}

/**
 * A count, or a word (`in stock`, `Ja`, `auf Lager`). A list of a price comparison says only when goods are delivered: it
 * offers what it lists.
 */
function stockOf(cell: Cell): FeedValues {
  const stock = cell('stock') ?? ''
  const units = stock === '' ? null : readLocalCount(stock)
  if (units !== null)
    return { availability: units > 0 ? 'in_stock' : 'out_of_stock', quantity: String(units) }
  const word = stock || (cell('availability') ?? '')
  const availability = word === '' ? wordOfDelivery(cell) : readStockWord(word)
  if (availability === null)
    throw stock === ''
      ? new BadCell('bad_availability', 'availability', word)
      : new BadCell('bad_quantity', 'quantity', stock)
  return availability === 'out_of_stock' ? { availability, quantity: '0' } : { availability }
}

/** Whether a row says its stock. A list that changes products leaves the stock of a row without one as it is. */
const hasStock = (cell: Cell): boolean =>
  (['stock', 'availability', 'delivery'] as const).some((role) => (cell(role) ?? '') !== '')

const wordOfDelivery = (cell: Cell): 'in_stock' | 'out_of_stock' => {
  const hasOther = cell('stock') !== undefined || cell('availability') !== undefined
  const time = hasOther ? '' : (cell('delivery') ?? '')
  return time === '' || readStockWord(time) === 'out_of_stock' ? 'out_of_stock' : 'in_stock'
}

/** The unit that a header names: `Vikt (g)`, `weight_kg`, `WeightKg`. */
export const weightUnitOf = (column: string): 'g' | 'kg' | null => {
  const words = column.replaceAll('_', ' ').replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
  return /\bkg\b/i.test(words) ? 'kg' : /\bg(?:ram)?\b/i.test(words) ? 'g' : null
}

/** A weight without a unit, in the cell or the header, is left out as a wrong measure. */
function weightOf(text: string | undefined, unit: 'g' | 'kg' | null): string | undefined {
  if (text === undefined || unit === null || !/^[\d.,\s]+$/.test(text)) return text
  return /^0+(?:[.,]0+)?$/.test(text) ? '' : `${text.replaceAll(/\s/g, '')} ${unit}`
}
