/** Reads a table by the columns that staff have mapped to fields of a feed (domain/catalogue/column-mapping.ts). Pure. */
import type { ColumnMapping, MappedField, MappingStep } from '../domain/catalogue/column-mapping.ts'
import { decimalText, shareMinor } from '../domain/money/money.ts'
import type { Store } from '../domain/stores/stores.ts'
import { FeedFault } from './feed-fault.ts'
import { feedColumns, type FeedValues } from './feed-row.ts'
import { textOfCell } from './formula-cell.ts'
import { readLocalAmount } from './local-amount.ts'
import { priceListColumns, type PriceListRole } from './price-list-columns.ts'
import { readPriceListRow } from './price-list-table.ts'
import { feedColumnName, isFeedColumn } from './merchant-table.ts'
import { shortened } from './row-report.ts'
import type { TablePreset } from './table.ts'

/** Fields that are read as a price list writes them: amounts, counts and words in the store's language. */
const localFields = {
  id: 'sku',
  title: 'name',
  price: 'price',
  ordinary_price: 'ordinaryPrice',
  quantity: 'stock',
  availability: 'availability',
  delivery_time: 'delivery',
  gtin: 'gtin',
  mpn: 'mpn',
  product_type: 'category',
  shipping_weight: 'weight',
  brand: 'brand',
  description: 'description',
  image_link: 'image',
} as const satisfies Record<string, PriceListRole>

/** Not the shop's to say, or made of another field. */
const leftOut = ['link', 'additional_image_link', 'google_product_category']

/** The fields to which columns can be mapped. */
export const mappedFields: readonly string[] = [
  ...Object.keys(localFields).slice(0, 4),
  'sale_price',
  ...Object.keys(localFields).slice(4),
  ...feedColumns.filter(
    (column) => !(column in localFields) && column !== 'sale_price' && !leftOut.includes(column),
  ),
]

const required = ['id', 'title', 'price']
const anyOfStock = ['quantity', 'availability', 'delivery_time']

/** What a mapping lacks; null: nothing. A field that is mapped twice is lacking, too. */
export function mappingProblem({ fields }: ColumnMapping): { code: string; field: string } | null {
  const names = fields.map(({ field }) => field)
  const unknown = names.find((name) => !mappedFields.includes(name))
  if (unknown !== undefined) return { code: 'no_such_field', field: unknown }
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return { code: 'mapped_twice', field: twice }
  const missing = required.find((name) => !names.includes(name))
  if (missing !== undefined) return { code: 'unmapped', field: missing }
  return anyOfStock.some((name) => names.includes(name)) ? null : { code: 'unmapped', field: 'availability' }
}

/** What the names of columns suggest, by column. Each field is suggested once. */
export function suggestedFields(columns: readonly string[]): (string | null)[] {
  const roles = new Map(Object.entries(priceListColumns(columns)).map(([role, at]) => [at, role]))
  const fieldOf = new Map<string, string>(Object.entries(localFields).map(([field, role]) => [role, field]))
  const taken = new Set<string>()
  return columns.map((column, at) => {
    const own = feedColumnName(column)
    const role = roles.get(at)
    const field = role === undefined ? (isFeedColumn(own) ? own : undefined) : fieldOf.get(role)
    if (field === undefined || !mappedFields.includes(field) || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** The preset of a mapping: it matches a header with all columns that the mapping names. */
export function mappedTable(mapping: ColumnMapping): TablePreset {
  const named = mapping.fields.flatMap(({ column }) => (column === null ? [] : [column]))
  return {
    name: 'mapping',
    named,
    matches: (columns) => named.length > 0 && named.every((name) => columns.includes(name)),
    unused: (columns) => columns.filter((column) => !named.includes(column)),
    async *read({ columns, rows }, store) {
      const twice = named.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name))
      if (twice !== undefined) throw new FeedFault('column_twice', { column: twice })
      for await (const { cells, refused, ...place } of rows) {
        const texts = new Map(
          mapping.fields.map((each) => [each.field, textOf(each, { columns, cells, store })] as const),
        )
        const id = texts.get('id') ?? ''
        const known = { ...place, ...(id !== '' && { id: shortened(id) }) }
        yield { ...known, ...(refused ? { refused } : readMapped(texts, store)) }
      }
    },
  }
}

function readMapped(texts: ReadonlyMap<string, string>, store: Store) {
  const cell = (role: PriceListRole): string | undefined => {
    const sale = texts.get('sale_price')
    // The price of a list is the one that is paid.
    if (role === 'price' && sale) return sale
    if (role === 'ordinaryPrice' && sale !== undefined) return sale === '' ? '' : texts.get('price')
    const field = Object.entries(localFields).find(([, each]) => each === role)?.[0]
    return field === undefined ? undefined : texts.get(field)
  }
  const read = readPriceListRow(cell, { store, weightUnit: null })
  if (!read.values) return read
  const others: FeedValues = {}
  for (const [field, text] of texts)
    if (!(field in localFields) && field !== 'sale_price' && isFeedColumn(field)) others[field] = text
  return { ...read, values: { ...read.values, ...others } }
}

function textOf(
  { column, text, steps }: MappedField,
  { columns, cells, store }: { columns: readonly string[]; cells: readonly string[]; store: Store },
): string {
  const given = column === null ? text : textOfCell(cells[columns.indexOf(column)] ?? '').trim()
  // An empty cell stays empty: a prefix alone is no value.
  return given === '' ? '' : steps.reduce((value, step) => afterStep(value, step, store), given)
}

function afterStep(value: string, step: MappingStep, store: Store): string {
  switch (step.kind) {
    case 'multiply':
      return multiplied(value, step.by, store)
    case 'prefix':
      return step.text + value
    case 'suffix':
      return value + step.text
    case 'replace':
      return value.replaceAll(step.text, step.by)
    case 'part':
      return (
        value
          .split(step.separator)
          .at(step.number > 0 ? step.number - 1 : step.number)
          ?.trim() ?? ''
      )
  }
}

/** A text that is no amount stays as it is, and the field's own reader refuses it. */
function multiplied(value: string, by: string, { currency }: Store): string {
  const read = readLocalAmount(value, currency)
  if (!read.ok) return value
  const [whole = '0', decimals = ''] = by.split('.')
  const amount = shareMinor(read.value, Number(whole + decimals), 10 ** decimals.length)
  return decimalText(amount)
}
