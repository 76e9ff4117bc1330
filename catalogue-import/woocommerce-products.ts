/**
 * Reads the product export of WooCommerce: simple products, and variable products whose variations name them in `Parent`
 * by SKU or as `id:11`. A variation has no text, categories or brand of its own, and may come before its parent.
 * https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
 */
import type { Store } from '../domain/stores/stores.ts'
import { readBoolean } from './boolean-words.ts'
import { categoryValues, deepestOf } from './category-paths.ts'
import type { FeedValues } from './feed-row.ts'
import {
  columnNamed,
  hasColumns,
  namedCells,
  nameKey,
  unreadColumns,
  type NamedCells,
} from './named-cells.ts'
import { splitPictureLinks } from './picture-links.ts'
import { isWithin, sellingPrice } from './preset-prices.ts'
import { factValue, type RowFact } from './row-facts.ts'
import { seoTexts } from './seo-texts.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'
import { tagsOf } from './row-tags.ts'
import { withoutShortcodes } from './shortcodes.ts'
import type { PresetRow, Table, TablePreset, TableRow } from './table.ts'
import { madeSku } from './variant-number.ts'
import { englishColumn } from './woocommerce-columns.ts'

/** Variations that wait for their parent at a time; more are refused. */
const mostWaiting = 50_000

/** The columns in which plugins and WooCommerce itself keep the GTIN. */
const gtinColumns = [
  'GTIN, UPC, EAN, or ISBN',
  'Meta: _gtin',
  'Meta: _global_unique_id',
  'Meta: _ean',
  'Meta: _wpm_gtin_code',
  'Meta: _ts_gtin',
  'Meta: hwp_product_gtin',
]

/** Where Yoast and Rank Math keep the texts for search engines. Their defaults are variables, which are left out. */
const seoTitleColumns = ['Meta: _yoast_wpseo_title', 'Meta: rank_math_title']
const seoDescriptionColumns = ['Meta: _yoast_wpseo_metadesc', 'Meta: rank_math_description']

/** Every column that is read. */
const readColumns = [
  'ID',
  'Type',
  'SKU',
  'Name',
  'Published',
  'Visibility in catalog',
  'Short description',
  'Description',
  'Brands',
  'Brand',
  'Categories',
  'Tags',
  'Images',
  'Parent',
  /^attribute \d+ (?:name|value\(s\)|visible)$/,
  'Regular price',
  'Sale price',
  'Date sale price starts',
  'Date sale price ends',
  'In stock?',
  'Stock',
  'Backorders allowed?',
  /^weight \((?:kg|g|lbs|oz)\)$/,
  /^(?:length|width|height) \((?:cm|mm|m|in)\)$/,
  'Tax status',
  'Tax class',
  'Slug',
  'Permalink',
  ...gtinColumns,
  ...seoTitleColumns,
  ...seoDescriptionColumns,
]

/** The columns that fields of a feed are read from. */
const fieldColumns: Readonly<Record<string, readonly string[]>> = {
  id: ['SKU'],
  title: ['Name'],
  description: ['Description', 'Short description'],
  seo_title: seoTitleColumns,
  seo_description: seoDescriptionColumns,
  brand: ['Brands', 'Brand'],
  product_type: ['Categories'],
  further_categories: ['Categories'],
  price: ['Regular price'],
  sale_price: ['Sale price'],
  quantity: ['Stock'],
  availability: ['In stock?'],
  gtin: gtinColumns,
  image_link: ['Images'],
  additional_image_link: ['Images'],
}

export const woocommerceProducts: TablePreset = {
  name: 'woocommerce-products',
  isOfOtherShop: true,
  matches: (columns) =>
    hasColumns(
      columns.map(englishName),
      ['Type'],
      ['SKU', 'ID'],
      ['Name'],
      ['Regular price'],
      // An export may have some of the columns only.
      ['Published', 'Parent', 'Visibility in catalog', 'In stock?', 'Backorders allowed?'],
    ),
  columnOf: (columns, field) => columnNamed(columns, fieldColumns[field] ?? [], englishName),
  unused: (columns) =>
    columns.filter((column) => unreadColumns([englishName(column)], readColumns).length > 0),
  read: readWoocommerceProducts,
}

const englishName = (column: string): string => englishColumn(nameKey(column))

/** What variations take from the variable product they belong to. */
interface Parent {
  group: string
  name: string
  shared: FeedValues
  pictures: readonly string[]
  /** Name of an attribute → its values, where it has several. */
  choices: ReadonlyMap<string, string>
  /** Attributes of one value. */
  facts: readonly RowFact[]
  leftOut: RowProblem | null
  taxClass: string
  /** What was left out of its texts. */
  textProblems: readonly RowProblem[]
  address: Pick<FeedValues, 'formerAddress'>
}

interface Reading {
  cell: NamedCells
  store: Store
  now: Date
}

async function* readWoocommerceProducts(
  table: Table,
  store: Store,
  now = new Date(),
): AsyncGenerator<PresetRow> {
  const reading: Reading = { cell: namedCells(table.columns.map(englishName)), store, now }
  const { cell } = reading
  const parents = new Map<string, Parent>()
  const waiting: TableRow[] = []
  for await (const row of table.rows) {
    if (row.refused) {
      const { id } = skuOf(row.cells, cell)
      yield { ...placeOf(row), id: shortened(id), ...titleIn(cell(row.cells, 'Name')), refused: row.refused }
      continue
    }
    const types = typesOf(row.cells, cell)
    if (types.includes('variable')) {
      const parent = parentOf(row.cells, reading)
      for (const name of namesOf(row.cells, cell)) parents.set(name, parent)
      continue
    }
    if (!types.includes('variation')) {
      yield simpleRow(row, types, reading)
      continue
    }
    const parent = parents.get(parentName(row.cells, cell))
    if (parent) yield variationRow(row, parent, reading)
    else if (waiting.length < mostWaiting) waiting.push(row)
    else yield orphanRow(row, cell)
  }
  for (const row of waiting) {
    const parent = parents.get(parentName(row.cells, cell))
    yield parent ? variationRow(row, parent, reading) : orphanRow(row, cell)
  }
}

const placeOf = ({ row, line, bytes }: TableRow) => ({ row, line, bytes })

/** `simple, downloadable, virtual`. */
const typesOf = (cells: readonly string[], cell: NamedCells): string[] =>
  (cell(cells, 'Type') ?? '').toLowerCase().split(/\s*,\s*/)

/** How variations can name a product. */
function namesOf(cells: readonly string[], cell: NamedCells): string[] {
  const [id = '', sku = ''] = [cell(cells, 'ID'), cell(cells, 'SKU')]
  return [...(id === '' ? [] : [`id:${id}`]), ...(sku === '' ? [] : [sku])]
}

const parentName = (cells: readonly string[], cell: NamedCells): string =>
  (cell(cells, 'Parent') ?? '').replace(/^id:\s*/, 'id:')

const orphanRow = (row: TableRow, cell: NamedCells): PresetRow => ({
  ...placeOf(row),
  id: skuOf(row.cells, cell).id,
  ...titleIn(cell(row.cells, 'Name')),
  refused: { code: 'unknown_parent', column: 'Parent', value: shortened(parentName(row.cells, cell)) },
})

/** What tells a product apart in an export without ids: its name, and what a variation is chosen by. */
function namedParts(cells: readonly string[], cell: NamedCells): string[] {
  const name = cell(cells, 'Name') ?? ''
  if (!typesOf(cells, cell).includes('variation')) return [name]
  return [parentName(cells, cell), name, ...attributesOf(cells, cell).map(({ value }) => value)].filter(
    Boolean,
  )
}

/** The SKU, or one made from the id, or from the name where there is none, which stays the same in every export. */
function skuOf(cells: readonly string[], cell: NamedCells): { id: string; repaired: RowProblem[] } {
  const sku = cell(cells, 'SKU') ?? ''
  if (sku !== '') return { id: sku, repaired: [] }
  const number = cell(cells, 'ID') ?? ''
  const made = number === '' ? madeSku('wc', namedParts(cells, cell)) : `wc-${number}`
  return { id: made, repaired: [{ code: 'made_sku', column: 'SKU', value: made }] }
}

function parentOf(cells: readonly string[], { cell }: Reading): Parent {
  return {
    group: skuOf(cells, cell).id,
    name: cell(cells, 'Name') ?? '',
    shared: sharedValues(cells, cell),
    pictures: picturesOf(cells, cell),
    choices: new Map(
      attributesOf(cells, cell).flatMap(({ name, value }) =>
        entriesOf(value).length > 1 ? [[name, value] as const] : [],
      ),
    ),
    // Of several values each variation is one, or any.
    facts: factsOf(cells, cell, []).filter(({ value }) => !value.includes(', ')),
    leftOut: kindProblem(typesOf(cells, cell)) ?? unpublished(cells, cell),
    taxClass: cell(cells, 'Tax class') ?? '',
    textProblems: shortcodeProblems(cells, cell),
    address: addressOf(cells, cell),
  }
}

/** Where the product was shown; plugins add the columns. A variation is on the page of its parent. */
function addressOf(cells: readonly string[], cell: NamedCells): Pick<FeedValues, 'formerAddress'> {
  const permalink = cell(cells, 'Permalink') ?? ''
  const slug = cell(cells, 'Slug') ?? ''
  if (permalink !== '') return { formerAddress: permalink }
  return slug === '' ? {} : { formerAddress: `/product/${slug}/` }
}

function simpleRow(row: TableRow, types: readonly string[], reading: Reading): PresetRow {
  const { cells } = row
  const { cell } = reading
  const { id, repaired } = skuOf(cells, cell)
  const refused = kindProblem(types) ?? unpublished(cells, cell)
  if (refused) return { ...placeOf(row), id, ...titleIn(cell(cells, 'Name')), refused }
  repaired.push(...unreadTax(cells, cell), ...shortcodeProblems(cells, cell))
  const values: FeedValues = {
    id,
    title: cell(cells, 'Name') ?? '',
    ...sharedValues(cells, cell),
    ...offerValues(cells, { ...reading, repaired }),
    ...pictureValues(picturesOf(cells, cell)),
    ...addressOf(cells, cell),
  }
  const facts = factsOf(cells, cell, repaired)
  if (facts.length > 0) values.facts = facts
  return { ...placeOf(row), id, values, ...(repaired.length > 0 && { repaired }) }
}

/** The attributes that pages of the product show; several values of one are named after each other. */
function factsOf(cells: readonly string[], cell: NamedCells, repaired: RowProblem[]): RowFact[] {
  return attributesOf(cells, cell).flatMap(({ name, value: written, column, isShown }) => {
    if (written === '' || !isShown) return []
    const value = factValue(entriesOf(written).join(', '))
    if (value !== null) return [{ name, value }]
    repaired.push({ code: 'attribute_left_out', column, value: shortened(written) })
    return []
  })
}

function variationRow(row: TableRow, parent: Parent, reading: Reading): PresetRow {
  const { cells } = row
  const { cell } = reading
  const { id, repaired } = skuOf(cells, cell)
  const refused = parent.leftOut ?? kindProblem(typesOf(cells, cell)) ?? unpublished(cells, cell)
  if (refused) return { ...placeOf(row), id, ...titleIn(cell(cells, 'Name') || parent.name), refused }
  const attributes = attributesOf(cells, cell)
  const choices = attributes.flatMap(({ name, value }) => (value === '' ? [] : [{ name, value }]))
  for (const { name, value, column } of attributes) {
    const values = parent.choices.get(name)
    if (value === '' && values !== undefined)
      repaired.push({ code: 'any_choice', column, value: shortened(values) })
  }
  if (choices.length === 0 && !repaired.some(({ code }) => code === 'any_choice'))
    repaired.push({ code: 'no_choice', column: 'Parent', value: shortened(parentName(cells, cell)) })
  repaired.push(...unreadTax(cells, cell, parent.taxClass))
  // It has the description of its parent where it has none of its own.
  const ownProblems = shortcodeProblems(cells, cell)
  repaired.push(...(ownProblems.length > 0 ? ownProblems : parent.textProblems))
  // WooCommerce names a variation `Name - choice`, older versions like its parent.
  const own = cell(cells, 'Name') ?? ''
  const prefix = `${parent.name} - `
  const plain = own === '' || own === parent.name || own.startsWith(prefix)
  const values: FeedValues = {
    id,
    title: plain ? [parent.name, ...choices.map(({ value }) => value)].join(', ') : own,
    ...parent.shared,
    ...withoutEmpty(sharedValues(cells, cell)),
    ...offerValues(cells, { ...reading, repaired }),
    ...pictureValues([...new Set([...picturesOf(cells, cell), ...parent.pictures])]),
    ...(choices.length > 0 && { variant: { group: parent.group, title: parent.name, choices } }),
    ...parent.address,
  }
  const facts = parent.facts.filter(({ name }) => !attributes.some((each) => each.name === name))
  if (facts.length > 0) values.facts = facts
  return { ...placeOf(row), id, values, ...(repaired.length > 0 && { repaired }) }
}

const withoutEmpty = ({
  description,
  seo_title: seoTitle,
  seo_description: seoDescription,
  brand,
  product_type: type,
  further_categories: further,
  tags,
}: FeedValues): FeedValues => ({
  ...(description && { description }),
  ...(seoTitle && { seo_title: seoTitle }),
  ...(seoDescription && { seo_description: seoDescription }),
  ...(brand && { brand }),
  ...(tags && tags.length > 0 && { tags }),
  ...(type && { product_type: type, further_categories: further ?? '' }),
})

/** What is no goods to ship, has no page here, or consists of other products. */
const kindsNotTaken = ['grouped', 'external', 'bundle', 'composite', 'booking', 'downloadable', 'virtual']

/** `variable-subscription` and `subscription_variation` are subscriptions, too. */
function kindProblem(types: readonly string[]): RowProblem | null {
  const kind = types.find((type) => kindsNotTaken.includes(type) || type.includes('subscription'))
  return kind === undefined ? null : { code: 'kind_not_taken', column: 'Type', value: shortened(kind) }
}

/** 0 and -1 are drafts, private and waiting products; a hidden one is in no category and no search. */
function unpublished(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const visibility = cell(cells, 'Visibility in catalog') ?? ''
  if (visibility.toLowerCase() === 'hidden')
    return { code: 'not_published', column: 'Visibility in catalog', value: visibility }
  const published = cell(cells, 'Published') ?? ''
  return published === '' || readBoolean(published) === true
    ? null
    : { code: 'not_published', column: 'Published', value: shortened(published) }
}

/** How the product is taxed, where it is not as most. A variation with the class `parent` has that of its parent. */
function unreadTax(cells: readonly string[], cell: NamedCells, classOfParent = ''): RowProblem[] {
  const status = cell(cells, 'Tax status') ?? ''
  const own = cell(cells, 'Tax class') ?? ''
  const taxClass = own.toLowerCase() === 'parent' ? classOfParent : own
  const note = (column: string, value: string): RowProblem => ({
    code: 'unread_tax',
    column,
    value: shortened(value),
  })
  return [
    ...(/^(?:|taxable)$/i.test(status) ? [] : [note('Tax status', status)]),
    ...(/^(?:|standard|parent)$/i.test(taxClass) ? [] : [note('Tax class', taxClass)]),
  ]
}

/** The short description and the description, with line ends, which the file writes as the two characters \n. */
const textsOf = (cells: readonly string[], cell: NamedCells) =>
  (['Short description', 'Description'] as const).flatMap((column) => {
    const text = cell(cells, column)
    return text === undefined ? [] : [{ column, text: text.replaceAll(/(?:\\r)?\\n/g, '\n') }]
  })

const shortcodeProblems = (cells: readonly string[], cell: NamedCells): RowProblem[] =>
  textsOf(cells, cell).flatMap(({ column, text }) => {
    const { first } = withoutShortcodes(text)
    return first === null ? [] : [{ code: 'shortcodes', column, value: shortened(first) } as const]
  })

function sharedValues(cells: readonly string[], cell: NamedCells): FeedValues {
  const texts = textsOf(cells, cell)
  const brand = cell(cells, 'Brands', 'Brand')
  const categories = cell(cells, 'Categories')
  return {
    ...(texts.length > 0 && {
      description: texts
        .map(({ text }) => withoutShortcodes(text).text)
        .filter(Boolean)
        .join('\n\n'),
    }),
    ...seoTexts(cells, cell, fieldColumns),
    ...(brand !== undefined && { brand: entriesOf(brand)[0] ?? '' }),
    ...(categories !== undefined && categoriesOf(categories)),
    tags: tagsOf(cell(cells, 'Tags') ?? ''),
  }
}

/** Entries are separated by commas; a comma within one is written `\,`. */
const entriesOf = (text: string): string[] =>
  text
    .split(/(?<!\\),/)
    .map((entry) => entry.replaceAll('\\,', ',').trim())
    .filter(Boolean)

/** The most specific of a product's categories, the first of several, and all others. */
function categoriesOf(text: string): FeedValues {
  const paths = entriesOf(text).map((path) => path.split(/\s*>\s*/))
  return categoryValues(deepestOf(paths), paths)
}

const picturesOf = (cells: readonly string[], cell: NamedCells): string[] =>
  splitPictureLinks(cell(cells, 'Images') ?? '').map((link) => link.trim())

const pictureValues = ([main = '', ...others]: readonly string[]): FeedValues => ({
  image_link: main,
  additional_image_link: others.slice(0, 20).join(', '),
})

/** `Attribute 1 name`, `Attribute 1 value(s)`, … as far as the table has them. */
function attributesOf(cells: readonly string[], cell: NamedCells) {
  const attributes: { name: string; value: string; column: string; isShown: boolean }[] = []
  for (let number = 1; ; number++) {
    const name = cell(cells, `Attribute ${number} name`)
    if (name === undefined) return attributes
    const column = `Attribute ${number} value(s)`
    const isShown = readBoolean(cell(cells, `Attribute ${number} visible`) ?? '') !== false
    if (name !== '') attributes.push({ name, value: cell(cells, column) ?? '', column, isShown })
  }
}

function offerValues(
  cells: readonly string[],
  { cell, store, now, repaired }: Reading & { repaired: RowProblem[] },
): FeedValues {
  const column = 'Regular price'
  const regular = cell(cells, column) ?? ''
  const reduced = cell(cells, 'Sale price') ?? ''
  const from = cell(cells, 'Date sale price starts') ?? ''
  const until = cell(cells, 'Date sale price ends') ?? ''
  // Without a period that can be read it is not known that the sale price applies.
  const isRunning = isWithin({ from, until }, store, now) ?? false
  const price = sellingPrice({ regular, reduced, isRunning, column }, store, repaired)
  if (isRunning && reduced !== '' && until !== '')
    repaired.push({ code: 'sale_ends', column: 'Date sale price ends', value: shortened(until) })
  const gtin = cell(cells, ...gtinColumns)
  return {
    ...price,
    ...stockValues(cells, cell, repaired),
    ...(gtin !== undefined && { gtin }),
    ...sizeValues(cells, cell),
  }
}

function stockValues(cells: readonly string[], cell: NamedCells, repaired: RowProblem[]): FeedValues {
  const stock = cell(cells, 'Stock') ?? ''
  const inStock = (cell(cells, 'In stock?') ?? '').toLowerCase()
  const backorders = cell(cells, 'Backorders allowed?') ?? ''
  const canOrder =
    inStock === 'backorder' || backorders.toLowerCase() === 'notify' || readBoolean(backorders) === true
  const units = readUnits(stock)
  // Without a counted stock the flag alone says whether the product is sold.
  if (units === null) {
    if (inStock === 'backorder') return onBackorder(inStock, repaired)
    if (readBoolean(inStock) === false) return { availability: 'out_of_stock' }
    repaired.push({ code: 'uncounted_stock', column: 'Stock', value: shortened(stock) })
    return { availability: 'in_stock' }
  }
  if (units < 0) repaired.push({ code: 'negative_stock', column: 'Stock', value: shortened(stock) })
  if (units > 0) {
    if (canOrder)
      repaired.push({ code: 'sold_beyond_stock', column: backorderColumn, value: shortened(backorders) })
    return { availability: 'in_stock', quantity: String(units) }
  }
  return canOrder ? onBackorder(backorders, repaired) : { availability: 'out_of_stock', quantity: '0' }
}

const backorderColumn = 'Backorders allowed?'

function onBackorder(value: string, repaired: RowProblem[]): FeedValues {
  repaired.push({ code: 'sold_without_stock', column: backorderColumn, value: shortened(value) })
  return { availability: 'backorder' }
}

/** `50`, `50.0`; null: not counted. Parts of a unit are not sold. */
const readUnits = (text: string): number | null =>
  /^-?\d+(?:[.,]\d+)?$/.test(text) ? Math.floor(Number(text.replace(',', '.'))) : null

const weightUnits = ['kg', 'g', 'lbs', 'oz'] as const
const lengthUnits = ['cm', 'mm', 'm', 'in'] as const

/** The unit is in the column's name: `Weight (kg)`. */
function sizeValues(cells: readonly string[], cell: NamedCells): FeedValues {
  const measure = (name: string, units: readonly string[]) => {
    for (const unit of units) {
      const text = cell(cells, `${name} (${unit})`) ?? ''
      const number = Number(text.replace(',', '.'))
      if (text !== '' && number > 0) return `${number} ${unit === 'lbs' ? 'lb' : unit}`
    }
    return undefined
  }
  const weight = measure('Weight', weightUnits)
  const [length, width, height] = ['Length', 'Width', 'Height'].map((name) => measure(name, lengthUnits))
  return {
    ...(weight !== undefined && { shipping_weight: weight }),
    ...(length !== undefined && { shipping_length: length }),
    ...(width !== undefined && { shipping_width: width }),
    ...(height !== undefined && { shipping_height: height }),
  }
}
