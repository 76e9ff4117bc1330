/**
 * Reads the product export of Magento 2 and Adobe Commerce: simple products, and configurable ones that name their
 * variations in a cell. A variation is a simple product that is not shown on its own, and comes before the product it
 * belongs to. https://experienceleague.adobe.com/en/docs/commerce-admin/systems/data-transfer/data-export
 */
import type { Store } from '../domain/stores/stores.ts'
import { readMerchantDate } from '../domain/stores/merchant-date.ts'
import { readBoolean } from './boolean-words.ts'
import { FeedFault } from './feed-fault.ts'
import type { FeedValues } from './feed-row.ts'
import type { FeedVariant } from './feed-variant.ts'
import { columnNamed, hasColumns, namedCells, unreadColumns, type NamedCells } from './named-cells.ts'
import { isWithin, sellingPrice } from './preset-prices.ts'
import { seoTexts } from './seo-texts.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'
import type { PresetRow, Table, TablePreset, TableRow } from './table.ts'

/** Variations that wait for their product at a time; more are refused. */
const mostWaiting = 50_000

/** Attributes in which shops keep numbers and brands, each also as a column of its own. */
const gtinNames = ['gtin', 'ean', 'ean13', 'ean_code', 'barcode', 'upc']
const brandNames = ['brand', 'manufacturer']

/** Every column that is read. */
const readColumns = [
  'sku',
  'store_view_code',
  'attribute_set_code',
  'product_type',
  'categories',
  'name',
  'description',
  'short_description',
  'meta_title',
  'meta_description',
  'product_online',
  'visibility',
  'price',
  'special_price',
  'special_price_from_date',
  'special_price_to_date',
  'qty',
  'is_in_stock',
  'manage_stock',
  'use_config_manage_stock',
  'allow_backorders',
  'base_image',
  'additional_images',
  'additional_attributes',
  'configurable_variations',
  'configurable_variation_labels',
  'mpn',
  'url_key',
  ...gtinNames,
  ...brandNames,
]

/** The columns that fields of a feed are read from. */
const fieldColumns: Readonly<Record<string, readonly string[]>> = {
  id: ['sku'],
  title: ['name'],
  description: ['description', 'short_description'],
  seo_title: ['meta_title'],
  seo_description: ['meta_description'],
  brand: brandNames,
  product_type: ['categories'],
  price: ['price'],
  quantity: ['qty'],
  availability: ['is_in_stock'],
  gtin: gtinNames,
  shipping_weight: ['weight'],
  image_link: ['base_image'],
  additional_image_link: ['additional_images'],
}

export const magentoProducts: TablePreset = {
  name: 'magento-products',
  isOfOtherShop: true,
  matches: (columns) =>
    hasColumns(columns, ['sku'], ['product_type'], ['attribute_set_code'], ['name'], ['price']),
  columnOf: (columns, field) => columnNamed(columns, fieldColumns[field] ?? []),
  unused: (columns) => unreadColumns(columns, readColumns),
  read: readMagentoProducts,
}

/** What variations take from the configurable product they belong to. */
interface Parent {
  group: string
  name: string
  shared: FeedValues
  pictures: readonly string[]
  leftOut: RowProblem | null
  address: Pick<FeedValues, 'formerAddress'>
}

interface Member {
  parent: Parent
  choices: FeedVariant['choices']
}

interface Reading {
  cell: NamedCells
  store: Store
  now: Date
}

async function* readMagentoProducts(table: Table, store: Store, now = new Date()): AsyncGenerator<PresetRow> {
  if (!hasColumns(table.columns, ['qty', 'is_in_stock']))
    throw new FeedFault('no_columns', { columns: 'qty', found: shortened(table.columns.join(', ')) })
  const reading: Reading = { cell: namedCells(table.columns), store, now }
  const { cell } = reading
  const members = new Map<string, Member>()
  const waiting: TableRow[] = []
  for await (const row of table.rows) {
    const { cells } = row
    const sku = cell(cells, 'sku') ?? ''
    const refused = row.refused ?? viewOf(cells, cell)
    if (refused) {
      const id = shortened(sku)
      yield { ...placeOf(row), ...(id !== '' && { id }), ...titleIn(cell(cells, 'name')), refused }
    } else if (typeOf(cells, cell) === 'configurable') {
      const parent = parentOf(cells, reading)
      for (const { sku: of, choices } of variationsOf(cells, cell)) members.set(of, { parent, choices })
    } else if (members.has(sku) || !isHidden(cells, cell)) yield productRow(row, members.get(sku), reading)
    else if (waiting.length < mostWaiting) waiting.push(row)
    else yield hiddenRow(row, cell)
  }
  for (const row of waiting) {
    const member = members.get(cell(row.cells, 'sku') ?? '')
    yield member ? productRow(row, member, reading) : hiddenRow(row, cell)
  }
}

const placeOf = ({ row, line, bytes }: TableRow) => ({ row, line, bytes })

const typeOf = (cells: readonly string[], cell: NamedCells): string =>
  (cell(cells, 'product_type') ?? '').toLowerCase()

/** Further rows of a product hold its texts in another view of the old shop. */
function viewOf(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const view = cell(cells, 'store_view_code') ?? ''
  return /^(?:|default|admin|all)$/i.test(view)
    ? null
    : { code: 'kind_not_taken', column: 'store_view_code', value: shortened(view) }
}

/** `Not Visible Individually`, in the language of the person who exported. */
const isHidden = (cells: readonly string[], cell: NamedCells): boolean =>
  /(?:^|\s)(?:not|nicht|inte|ej|ikke)(?:\s|$)/i.test(cell(cells, 'visibility') ?? '')

const hiddenRow = (row: TableRow, cell: NamedCells): PresetRow => ({
  ...placeOf(row),
  id: cell(row.cells, 'sku') ?? '',
  ...titleIn(cell(row.cells, 'name')),
  refused: {
    code: 'not_published',
    column: 'visibility',
    value: shortened(cell(row.cells, 'visibility') ?? ''),
  },
})

function parentOf(cells: readonly string[], { cell }: Reading): Parent {
  return {
    group: cell(cells, 'sku') ?? '',
    name: cell(cells, 'name') ?? '',
    shared: sharedValues(cells, cell),
    pictures: picturesOf(cells, cell).taken,
    leftOut: offline(cells, cell),
    address: addressOf(cells, cell),
  }
}

/** Where the product was shown, with the ending that Magento gives by default. */
function addressOf(cells: readonly string[], cell: NamedCells): Pick<FeedValues, 'formerAddress'> {
  const key = cell(cells, 'url_key') ?? ''
  return key === '' ? {} : { formerAddress: `/${key}.html` }
}

/** 2 and 0 are products that are switched off. */
function offline(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const online = cell(cells, 'product_online') ?? ''
  return online === '' || readBoolean(online) === true
    ? null
    : { code: 'not_published', column: 'product_online', value: shortened(online) }
}

/** `sku=A-1,color=Red,size=M|sku=A-2,color=Red,size=L`; codes have names in `color=Colour,size=Size`. */
function variationsOf(cells: readonly string[], cell: NamedCells) {
  const labels = new Map(assignments(cell(cells, 'configurable_variation_labels') ?? ''))
  return (cell(cells, 'configurable_variations') ?? '').split('|').map((text) => {
    const entries = assignments(text)
    const choices = entries
      .filter(([code, value]) => !notChoices.has(code) && value !== '')
      .map(([code, value]) => ({ name: labels.get(code) || nameOf(code), value }))
    return { sku: entries.find(([code]) => code === 'sku')?.[1] ?? '', choices }
  })
}

/** What a variation may have beside its choices. */
const notChoices = new Set(['sku', 'price', 'display', 'image', 'qty', 'default'])

/** `pack_size` → `pack size`. */
const nameOf = (code: string): string => code.replaceAll('_', ' ')

/** `color=Red,note=a, b` → pairs: a comma separates only before another code. Each, or its value, may be in quotation marks. */
function assignments(text: string): [code: string, value: string][] {
  return text.split(/,(?="?[a-z][a-z0-9_]*=)/).flatMap((part) => {
    const plain = /^\s*"(.*)"\s*$/s.exec(part)?.[1]?.replaceAll('""', '"') ?? part
    const at = plain.indexOf('=')
    const value = plain
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/s, '$1')
    return at < 1 ? [] : [[plain.slice(0, at).trim(), value] as [string, string]]
  })
}

function productRow(row: TableRow, member: Member | undefined, reading: Reading): PresetRow {
  const { cells } = row
  const { cell } = reading
  const id = cell(cells, 'sku') ?? ''
  const type = typeOf(cells, cell)
  const isTaken = type === '' || type === 'simple' || type === 'virtual' || type === 'downloadable'
  const refused: RowProblem | null = isTaken
    ? (member?.parent.leftOut ?? offline(cells, cell))
    : { code: 'kind_not_taken', column: 'product_type', value: shortened(type) }
  if (refused) return { ...placeOf(row), id, ...titleIn(cell(cells, 'name') || member?.parent.name), refused }
  const repaired: RowProblem[] = []
  const { taken, left } = picturesOf(cells, cell)
  if (left !== undefined)
    repaired.push({ code: 'picture_not_taken', column: 'base_image', value: shortened(left) })
  const pictures = [...new Set([...taken, ...(member?.parent.pictures ?? [])])]
  const values: FeedValues = {
    id,
    title: member ? nameOfVariation(member) : (cell(cells, 'name') ?? ''),
    ...member?.parent.shared,
    ...withoutEmpty(sharedValues(cells, cell), member !== undefined),
    ...offerValues(cells, { ...reading, repaired }),
    ...(pictures.length > 0 && {
      image_link: pictures[0]!,
      additional_image_link: pictures.slice(1, 21).join(', '),
    }),
    ...(member && {
      variant: { group: member.parent.group, title: member.parent.name, choices: member.choices },
    }),
    // A variation is not shown on its own.
    ...(member ? member.parent.address : addressOf(cells, cell)),
  }
  return { ...placeOf(row), id, values, ...(repaired.length > 0 && { repaired }) }
}

const nameOfVariation = ({ parent, choices }: Member): string =>
  [parent.name, ...choices.map(({ value }) => value)].join(', ')

/** A variation has the text and the category of its product where it has none of its own. */
function withoutEmpty(values: FeedValues, isVariation: boolean): FeedValues {
  if (!isVariation) return values
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}

function sharedValues(cells: readonly string[], cell: NamedCells): FeedValues {
  const texts = [cell(cells, 'short_description'), cell(cells, 'description')]
  const categories = cell(cells, 'categories')
  const attributes = new Map(assignments(cell(cells, 'additional_attributes') ?? ''))
  const first = (names: readonly string[]) =>
    names.map((name) => cell(cells, name) || attributes.get(name)).find(Boolean)
  const [brand, gtin, mpn] = [first(brandNames), first(gtinNames), first(['mpn'])]
  return {
    ...(texts.some((text) => text !== undefined) && { description: texts.filter(Boolean).join('\n\n') }),
    ...seoTexts(cells, cell, fieldColumns),
    ...(categories !== undefined && { product_type: deepest(categories) }),
    ...(brand !== undefined && { brand }),
    ...(gtin !== undefined && { gtin }),
    ...(mpn !== undefined && { mpn }),
  }
}

/** `Default Category/Gear,Default Category/Gear/Bags` → `Gear > Bags`; the root is that of the old shop's catalogue. */
function deepest(text: string): string {
  const root = text.split('/', 1)[0] ?? ''
  const paths = text
    .split(',')
    // A comma in a name is not marked: a path begins with the root.
    .reduce<string[]>((found, part) => {
      const isPath = found.length === 0 || part === root || part.startsWith(`${root}/`)
      if (isPath) found.push(part)
      else found.push(`${found.pop()},${part}`)
      return found
    }, [])
    .map((path) => path.split('/').slice(1))
  const [best = []] = paths.toSorted((a, b) => b.length - a.length)
  return best.map((name) => name.trim()).join(' > ')
}

/** Pictures by address; an export names them by their paths in the old shop, which nobody can fetch. */
function picturesOf(cells: readonly string[], cell: NamedCells): { taken: string[]; left?: string } {
  const names = [cell(cells, 'base_image') ?? '', ...(cell(cells, 'additional_images') ?? '').split(',')]
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'no_selection')
  const taken = names.filter((name) => /^https?:/i.test(name))
  const left = names.find((name) => !/^https?:/i.test(name))
  return { taken: [...new Set(taken)], ...(left !== undefined && { left }) }
}

interface OfferReading extends Reading {
  repaired: RowProblem[]
}

function offerValues(cells: readonly string[], { cell, store, now, repaired }: OfferReading): FeedValues {
  const column = 'price'
  const regular = plainAmount(cell(cells, column) ?? '')
  const reduced = plainAmount(cell(cells, 'special_price') ?? '')
  const isRunning = reduced !== '' && isSpecialPriceRunning(cells, { cell, store, now, repaired })
  return {
    ...sellingPrice({ regular, reduced, isRunning, column }, store, repaired),
    ...stockValues(cells, { cell, store, now, repaired }),
  }
}

/** `59.000000` → `59.00`. An amount with more digits is none of a price with VAT, and refused. */
const plainAmount = (text: string): string => text.replace(/^(\d+\.\d\d)0+$/, '$1')

/** Whether the special price applies now; it does not where a date can mean two days. */
function isSpecialPriceRunning(
  cells: readonly string[],
  { cell, store, now, repaired }: OfferReading,
): boolean {
  const dates = ['special_price_from_date', 'special_price_to_date'].map((column) => {
    const text = cell(cells, column) ?? ''
    const date = text === '' ? '' : isoDate(text)
    if (date !== null && (date === '' || readMerchantDate(date, store.timeZone, 'start') !== null))
      return date
    repaired.push({ code: 'field_left_out', column, value: shortened(text) })
    return null
  })
  const [from, until] = dates
  return from != null && until != null && (isWithin({ from, until }, store, now) ?? false)
}

/**
 * The day of a date, as `2026-11-30`: of `2026-11-30 00:00:00`, `30.11.26` or `11/30/26, 12:00 AM`. Null: it is not clear
 * which number is the month.
 */
function isoDate(text: string): string | null {
  const iso = /^\d{4}-\d\d-\d\d/.exec(text)?.[0]
  if (iso !== undefined) return iso
  const [, first = '', sign = '', second = '', year = ''] =
    /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})(?:\D|$)/.exec(text) ?? []
  const isDayFirst = sign === '.' || Number(first) > 12
  if (first === '' || (!isDayFirst && Number(second) <= 12)) return null
  const [day, month] = isDayFirst ? [first, second] : [second, first]
  return `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** A product without managed stock is always for sale, unless it is marked as sold out. */
function stockValues(cells: readonly string[], { cell, repaired }: OfferReading): FeedValues {
  const text = cell(cells, 'qty') ?? ''
  const isOut = readBoolean(cell(cells, 'is_in_stock') ?? '') === false
  const isUnmanaged =
    readBoolean(cell(cells, 'manage_stock') ?? '') === false &&
    readBoolean(cell(cells, 'use_config_manage_stock') ?? '') !== true
  const units = /^-?\d+(?:\.\d+)?$/.test(text) ? Math.floor(Number(text)) : null
  if (isOut) return { availability: 'out_of_stock', quantity: '0' }
  if (isUnmanaged || units === null) return { availability: 'in_stock' }
  if (units < 0) repaired.push({ code: 'negative_stock', column: 'qty', value: shortened(text) })
  if (units > 0) return { availability: 'in_stock', quantity: String(units) }
  const canOrder = /^[12]$/.test(cell(cells, 'allow_backorders') ?? '')
  return canOrder ? { availability: 'backorder' } : { availability: 'out_of_stock', quantity: '0' }
}
