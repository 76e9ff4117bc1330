/**
 * Reads products in the form of PrestaShop's import, in which its exports and its sample files are, and their
 * combinations: rows of a second file that name their product by id or reference. A table of both has the columns of the
 * second with a prefix (prestashop-archive.server.ts). What a combination adds to the price is without VAT.
 * https://docs.prestashop-project.org/v.8-documentation/user-guide/configuring-shop/advanced-parameters/import
 */
import { addMinor, decimalText, shareMinor, subtractMinor } from '../domain/money/money.ts'
import { storePolicies, type Store } from '../domain/stores/stores.ts'
import { readBoolean } from './boolean-words.ts'
import { categoryValues, type CategoryPath } from './category-paths.ts'
import { FeedFault } from './feed-fault.ts'
import type { FeedValues } from './feed-row.ts'
import { readLocalAmount } from './local-amount.ts'
import { hasColumns, namedCells, unreadColumns, type NamedCells } from './named-cells.ts'
import { readConditionWord } from './offer-words.ts'
import { splitPictureLinks } from './picture-links.ts'
import { netPriceColumn, priceListRoleOf, type PriceListRole } from './price-list-columns.ts'
import { readPriceListRow } from './price-list-table.ts'
import { factValue, type RowFact } from './row-facts.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'
import { tagsOf } from './row-tags.ts'
import { hiddenRows } from './shown-columns.ts'
import type { PresetRow, Table, TablePreset, TableRow } from './table.ts'
import { countNumbers, madeSku, variantNumber } from './variant-number.ts'

/** Rows of products that wait for their combinations at a time; those after them have none. */
const mostWaiting = 50_000

/** Before the columns of combinations in a table of both. */
export const combinationPrefix = 'Combination: '

const ofCombination = (...columns: string[]): string[] => columns.map((column) => combinationPrefix + column)

const columns = {
  id: ['Product ID', 'ID', 'Product ID *'],
  sku: ['Reference #', 'Reference', 'Product reference'],
  name: ['Name *', 'Name', 'Product name'],
  categories: ['Categories (x,y,z...)', 'Categories'],
  price: ['Price tax included', 'Price tax included.'],
  summary: ['Summary', 'Short description'],
  features: ['Feature(Name:Value:Position)', 'Feature (Name:Value:Position)', 'Feature'],
  tags: ['Tags (x,y,z...)', 'Tags'],
  visibility: ['Visibility'],
  virtual: ['Virtual product', 'Virtual product (0 = No, 1 = Yes)'],
  condition: ['Condition'],
} as const

/** The columns of fields that a price list has as well. */
const roles: Partial<Record<PriceListRole, readonly string[]>> = {
  sku: columns.sku,
  name: columns.name,
  price: columns.price,
  stock: ['Quantity'],
  gtin: ['EAN13', 'EAN-13'],
  mpn: ['MPN'],
  brand: ['Manufacturer', 'Brand'],
  description: ['Description'],
  image: ['Image URLs (x,y,z...)', 'Image URLs'],
  imageText: ['Image alt texts (x,y,z...)'],
  seoTitle: ['Meta title', 'Meta-title'],
  seoDescription: ['Meta description', 'Meta-description'],
}

const combination = {
  id: ofCombination('Product ID*', 'Product ID', 'Product ID *'),
  product: ofCombination('Product Reference', 'Product_Reference', 'Product reference'),
  names: ofCombination('Attribute (Name:Type:Position)*', 'Attribute (Name:Type:Position)'),
  values: ofCombination('Value (Value:Position)*', 'Value (Value:Position)'),
  sku: ofCombination('Reference'),
  gtin: ofCombination('EAN13', 'EAN-13'),
  mpn: ofCombination('MPN'),
  impact: ofCombination('Impact on price'),
  quantity: ofCombination('Quantity'),
  images: ofCombination('Image URLs (x,y,z...)', 'Image URL', 'Image URLs'),
}

/** Whether a header is that of a file of combinations. */
export const isOfCombinations = (names: readonly string[]): boolean => {
  const prefixed = names.map((name) => combinationPrefix + name)
  return hasColumns(prefixed, combination.names, combination.values)
}

/** Shown or hidden, which `hiddenRows` reads by the name of the column. */
const shown = ['Active (0/1)', 'Active (0 = No, 1 = Yes)', 'Active']

export const prestashopProducts: TablePreset = {
  name: 'prestashop-products',
  isOfOtherShop: true,
  matches: (names) =>
    hasColumns(names, [...columns.name]) &&
    hasColumns(names, [...columns.categories, ...columns.features, ...roles.image!]) &&
    hasColumns(names, [...columns.id, ...columns.sku]) &&
    hasColumns(names, [...columns.price, 'Price tax excluded', 'Price tax excluded or Price tax included']),
  columnOf: (names, field) => {
    const role = priceListRoleOf(field)
    const wanted = field === 'product_type' ? columns.categories : role && roles[role]
    return names.find((name) => wanted !== undefined && hasColumns([name], [...wanted]))
  },
  unused: (names) =>
    unreadColumns(names, [
      ...Object.values(columns).flat(),
      ...Object.values(roles).flat(),
      ...Object.values(combination).flat(),
      ...shown,
    ]),
  read: readPrestashopProducts,
}

/** A file of combinations without their products says neither names nor prices. */
export const prestashopCombinations: TablePreset = {
  name: 'prestashop-combinations',
  matches: isOfCombinations,
  // oxlint-disable-next-line require-yield -- nothing of it can be read
  async *read() {
    throw new FeedFault('combinations_only')
  },
}

interface Reading {
  cell: NamedCells
  store: Store
  hidden: (cells: readonly string[]) => RowProblem | null
}

async function* readPrestashopProducts(
  { columns: names, rows }: Table,
  store: Store,
): AsyncGenerator<PresetRow> {
  const net = netPriceColumn(names)
  if (!hasColumns(names, [...columns.price]) && net !== undefined)
    throw new FeedFault('net_prices', { column: net })
  const reading: Reading = { cell: namedCells(names), store, hidden: hiddenRows(names) }
  const { cell } = reading
  const products: TableRow[] = []
  const combinations = new Map<string, TableRow[]>()
  for await (const row of rows) {
    const { cells, refused } = row
    const isCombination = (cell(cells, ...combination.values) ?? '') !== ''
    if (refused) yield { ...placeOf(row), ...titleIn(cell(cells, ...columns.name)), refused }
    else if (isCombination) {
      const key = productKeyOf(cells, cell)
      combinations.set(key, [...(combinations.get(key) ?? []), row])
    } else if (products.length < mostWaiting) products.push(row)
    else yield simpleRow(row, reading)
  }
  for (const product of products) {
    const keys = keysOf(product.cells, cell)
    const own = keys.flatMap((key) => combinations.get(key) ?? [])
    for (const key of keys) combinations.delete(key)
    if (own.length === 0) yield simpleRow(product, reading)
    else yield* combinationRows(product, own, reading)
  }
  for (const row of [...combinations.values()].flat()) yield orphanRow(row, cell)
}

const placeOf = ({ row, line, bytes }: TableRow) => ({ row, line, bytes })

/** How combinations can name a product. */
function keysOf(cells: readonly string[], cell: NamedCells): string[] {
  const [id = '', sku = ''] = [cell(cells, ...columns.id), cell(cells, ...columns.sku)]
  return [...(id === '' ? [] : [`id ${id}`]), ...(sku === '' ? [] : [`reference ${sku}`])]
}

function productKeyOf(cells: readonly string[], cell: NamedCells): string {
  const id = cell(cells, ...combination.id) ?? ''
  return id === '' ? `reference ${cell(cells, ...combination.product) ?? ''}` : `id ${id}`
}

const orphanRow = (row: TableRow, cell: NamedCells): PresetRow => ({
  ...placeOf(row),
  id: shortened(cell(row.cells, ...combination.sku) ?? ''),
  refused: {
    code: 'unknown_parent',
    column: combination.id[1]!,
    value: shortened(productKeyOf(row.cells, cell).replace(/^\w+ /, '')),
  },
})

/** The number of a product, or one made of its id, which stays the same in every export. */
function skuOf(cells: readonly string[], cell: NamedCells): { id: string; repaired: RowProblem[] } {
  const sku = cell(cells, ...columns.sku) ?? ''
  const id = cell(cells, ...columns.id) ?? ''
  if (sku !== '' || id === '') return { id: sku, repaired: [] }
  const made = madeSku('ps', [id])
  return { id: made, repaired: [{ code: 'made_sku', column: columns.sku[0], value: made }] }
}

function simpleRow(row: TableRow, reading: Reading): PresetRow {
  const { id, repaired } = skuOf(row.cells, reading.cell)
  const known = { ...placeOf(row), ...(id !== '' && { id: shortened(id) }) }
  const read = productValues(row.cells, reading)
  if (!read.values) return { ...known, ...titleIn(reading.cell(row.cells, ...columns.name)), ...read }
  const problems = [...repaired, ...(read.repaired ?? [])]
  return { ...known, values: { ...read.values, id }, ...(problems.length > 0 && { repaired: problems }) }
}

function* combinationRows(
  product: TableRow,
  rows: readonly TableRow[],
  reading: Reading,
): Generator<PresetRow> {
  const { cell } = reading
  const { id: handle, repaired: ofNumber } = skuOf(product.cells, cell)
  const title = cell(product.cells, ...columns.name) ?? ''
  const counts = countNumbers(rows.map(({ cells }) => cell(cells, ...combination.sku) ?? ''))
  const read = productValues(product.cells, reading)
  for (const row of rows) {
    const { cells } = row
    const choices = choicesOf(cells, cell)
    const options = choices.map(({ value }) => value)
    const own = cell(cells, ...combination.sku) ?? ''
    const { id, code, sharedId } = variantNumber(own, { handle, options, counts })
    const known = { ...placeOf(row), id: shortened(id) }
    if (!read.values) {
      yield { ...known, ...titleIn(title), ...read }
      continue
    }
    const added = withImpact(read.values, cells, reading)
    if (!added.ok) {
      yield { ...known, ...titleIn(title), refused: added.problem }
      continue
    }
    const repaired: RowProblem[] = [
      ...(code === null ? [] : [{ code, column: combination.sku[0]!, value: shortened(own || id) }]),
      ...(choices.length > 0
        ? []
        : [{ code: 'no_choice', column: combination.names[1]!, value: shortened(handle) } as const]),
      ...ofNumber,
      ...(read.repaired ?? []),
      ...added.repaired,
    ]
    const values: FeedValues = {
      ...read.values,
      ...added.values,
      ...ownValues(cells, read.values, cell),
      id,
      ...(sharedId !== undefined && { sharedId }),
      title: [title, ...options].join(', '),
      ...(choices.length > 0 && { variant: { group: handle, title, choices } }),
    }
    yield { ...known, values, ...(repaired.length > 0 && { repaired }) }
  }
}

/** `Color:color:0, Disk space:select:1` and `Blue:0, 16GB:1` → Color: Blue, Disk space: 16GB. */
function choicesOf(cells: readonly string[], cell: NamedCells): { name: string; value: string }[] {
  const listOf = (names: readonly string[]) =>
    (cell(cells, ...names) ?? '').split(/\s*,\s*/).filter((text) => text !== '')
  const names = listOf(combination.names).map((text) => text.split(':')[0]!.trim())
  const values = listOf(combination.values).map((text) => text.replace(/:\s*\d+\s*$/, '').trim())
  // A value with a comma of its own: it is not known which part is whose.
  if (names.length !== values.length) return []
  return names.flatMap((name, at) => (name === '' || values[at] === '' ? [] : [{ name, value: values[at]! }]))
}

type WithImpact =
  | { ok: true; values: FeedValues; repaired: RowProblem[] }
  | { ok: false; problem: RowProblem }

/** The price with what the combination adds to it, which PrestaShop keeps without VAT: that of the store is added. */
function withImpact(
  { price = '' }: FeedValues,
  cells: readonly string[],
  { cell, store }: Reading,
): WithImpact {
  const column = combination.impact[0]!
  const text = cell(cells, ...combination.impact) ?? ''
  const isLess = /^[-−]/.test(text)
  const impact = readLocalAmount(text === '' ? '0' : text.replace(/^[-−]\s*/, ''), store.currency)
  if (!impact.ok) return { ok: false, problem: { code: impact.code, column, value: shortened(text) } }
  const base = readLocalAmount(price, store.currency)
  if (impact.value === 0 || !base.ok) return { ok: true, values: {}, repaired: [] }
  const { vatRateBasisPoints } = storePolicies[store.code]
  const withVat = shareMinor(impact.value, 10_000 + vatRateBasisPoints, 10_000)
  const sum = isLess ? subtractMinor(base.value, withVat) : addMinor(base.value, withVat)
  if (sum <= 0) return { ok: false, problem: { code: 'negative_amount', column, value: shortened(text) } }
  return {
    ok: true,
    values: { price: `${decimalText(sum)} ${store.currency}` },
    repaired: [{ code: 'vat_added', column, value: shortened(text) }],
  }
}

/** What a combination has of its own. */
function ownValues(
  cells: readonly string[],
  { image_link: main = '' }: FeedValues,
  cell: NamedCells,
): FeedValues {
  const stock = readPriceListStock(cell(cells, ...combination.quantity) ?? '')
  const gtin = cell(cells, ...combination.gtin)
  const mpn = cell(cells, ...combination.mpn)
  const [own = '', ...others] = splitPictureLinks(cell(cells, ...combination.images) ?? '').map((link) =>
    link.trim(),
  )
  return {
    ...stock,
    // That of the product is the number of no combination.
    gtin: gtin ?? '',
    ...(mpn && { mpn }),
    ...(own !== '' && {
      image_link: own,
      additional_image_link: [...others, main].filter(Boolean).slice(0, 20).join(', '),
    }),
  }
}

/** Nothing less than nothing; an empty cell is none. */
const readPriceListStock = (text: string): FeedValues => {
  const units = /^\d+$/.test(text) ? Number(text) : 0
  return { availability: units > 0 ? 'in_stock' : 'out_of_stock', quantity: String(units) }
}

function productValues(
  cells: readonly string[],
  { cell, store, hidden }: Reading,
): Pick<PresetRow, 'values' | 'refused' | 'repaired'> {
  const refused = hidden(cells) ?? unsold(cells, cell)
  if (refused) return { refused }
  const read = readPriceListRow(
    (role) => {
      const wanted = roles[role]
      return wanted === undefined ? undefined : cell(cells, ...wanted)
    },
    { store, weightUnit: null },
  )
  if (!read.values) return read
  const repaired: RowProblem[] = [...(read.repaired ?? [])]
  const condition = readConditionWord(cell(cells, ...columns.condition) ?? '')
  const texts = [cell(cells, ...columns.summary), read.values.description].filter(Boolean)
  const values: FeedValues = {
    ...read.values,
    ...(texts.length > 0 && { description: texts.join('\n\n') }),
    ...categoriesOf(cells, cell, repaired),
    ...(condition !== null && { condition }),
    facts: factsOf(cells, cell, repaired),
    tags: tagsOf(cell(cells, ...columns.tags) ?? ''),
  }
  return { values, ...(repaired.length > 0 && { repaired }) }
}

/** `none`: in no category and no search. */
function unsold(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const visibility = cell(cells, ...columns.visibility) ?? ''
  if (visibility.toLowerCase() === 'none')
    return { code: 'not_published', column: columns.visibility[0], value: visibility }
  const virtual = cell(cells, ...columns.virtual) ?? ''
  return readBoolean(virtual) === true
    ? { code: 'kind_not_taken', column: columns.virtual[0], value: shortened(virtual) }
    : null
}

/** The root of PrestaShop's categories, in the languages of the stores. */
const isHome = (name: string): boolean =>
  /^(?:home|root|hem|start|hjem|forside|startseite|accueil)$/i.test(name)

/**
 * `Home, Batteries, AA`: names of categories, of which PrestaShop takes the first as the main one; each may be a path
 * (`Home/Batteries`). Ids say nothing here.
 */
function categoriesOf(cells: readonly string[], cell: NamedCells, repaired: RowProblem[]): FeedValues {
  const text = cell(cells, ...columns.categories)
  if (text === undefined) return {}
  const entries = text.split(/\s*[,|;]\s*/).filter(Boolean)
  if (entries.length > 0 && entries.every((entry) => /^\d+$/.test(entry))) {
    repaired.push({ code: 'category_ids', column: columns.categories[0], value: shortened(text) })
    return {}
  }
  const paths = entries.map((entry): CategoryPath =>
    entry
      .split(/\s*[/>]\s*/)
      .filter(Boolean)
      .filter((name, at) => at > 0 || !isHome(name)),
  )
  const [main = [], ...others] = paths.filter((path) => path.length > 0)
  return categoryValues(main, others)
}

/** `Material:Cotton:1, Style:Casual:2`. */
function factsOf(cells: readonly string[], cell: NamedCells, repaired: RowProblem[]): RowFact[] {
  const text = cell(cells, ...columns.features) ?? ''
  return text.split(/\s*,\s*(?=[^,:]+:)/).flatMap((entry) => {
    const [name = '', written = ''] = entry.split(':').map((part) => part.trim())
    if (name === '' || written === '') return []
    const value = factValue(written)
    if (value !== null) return [{ name, value }]
    repaired.push({ code: 'attribute_left_out', column: columns.features[0], value: shortened(entry) })
    return []
  })
}
