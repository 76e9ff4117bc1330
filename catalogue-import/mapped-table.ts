/** Reads a table by the columns that staff have mapped to fields of a feed (domain/catalogue/column-mapping.ts). Pure. */
import {
  attributeField,
  attributeNameOf,
  type ColumnMapping,
  type MappedField,
  type MappingStep,
} from '../domain/catalogue/column-mapping.ts'
import { decimalText, shareMinor } from '../domain/money/money.ts'
import type { PerStore } from '../domain/catalogue/catalogue-record.ts'
import { storeCodes, stores, type Store, type StoreCode } from '../domain/stores/stores.ts'
import { choiceAttributeOf } from './choice-attribute.ts'
import { FeedFault } from './feed-fault.ts'
import { fieldKeyOf } from './field-cells.ts'
import { feedColumns, type FeedValues } from './feed-row.ts'
import { choiceColumns, type FeedVariant } from './feed-variant.ts'
import { textOfCell } from './formula-cell.ts'
import type { Read } from './feed-values.ts'
import { readLocalAmount } from './local-amount.ts'
import { localFields, priceListColumns, priceListRoleOf, type PriceListRole } from './price-list-columns.ts'
import { readPriceListRow, weightUnitOf, withColumnCurrency } from './price-list-table.ts'
import { feedColumnName, isFeedColumn, setText } from './merchant-table.ts'
import { factValue, metafieldOf, type RowFact } from './row-facts.ts'
import { shortened, titleIn, type ProblemCode, type RowProblem } from './row-report.ts'
import { tagsOf } from './row-tags.ts'
import { hiddenRows } from './shown-columns.ts'
import {
  choicesOfOthers,
  fieldsOfStore,
  namedStores,
  storeHeading,
  suggestedStores,
  type SuggestedColumn,
  storeFields,
} from './store-columns.ts'
import type { PresetRow, TablePreset } from './table.ts'

const fieldOfRole = new Map<string, string>(Object.entries(localFields).map(([field, role]) => [role, field]))

/** Not the shop's to say, or made of another field. */
const leftOut = [
  'link',
  'additional_image_link',
  'additional_image_alt_text',
  'google_product_category',
  // Lists of prices, to which no factor applies.
  'tier_prices',
  'sale_tier_prices',
]

/** The field of tags, which a feed has no column for. */
const tagsField = 'tags'

/** The fields that a factor applies to. */
export const multipliedFields: readonly string[] = ['price', 'ordinary_price', 'sale_price']

/** Characters of a value after a step. */
const longestValue = 100_000

/** Largest amount that is multiplied, in minor units; the product stays a safe integer. */
const largestMultiplied = 10_000_000_000

/** The fields to which columns can be mapped, beside those of the shop's own. */
export const mappedFields: readonly string[] = [
  ...Object.keys(localFields).slice(0, 4),
  'sale_price',
  ...Object.keys(localFields).slice(4),
  ...feedColumns.filter(
    (column) => !(column in localFields) && column !== 'sale_price' && !leftOut.includes(column),
  ),
  tagsField,
]

const required = ['id', 'title', 'price']

/** By which products are found that a mapping without names changes. */
const numbers: readonly string[] = ['id', 'gtin']

/** Whether rows change products of the store, and make none: a new one needs a name. */
const isUpdate = (fields: readonly MappedField[]): boolean => !fields.some(({ field }) => field === 'title')

const anyOfStock = ['quantity', 'availability', 'delivery_time']

/** What a mapping lacks; null: nothing. A field that is mapped twice is lacking, too. */
export function mappingProblem(
  mapping: ColumnMapping,
): { code: string; field: string; store?: StoreCode } | null {
  const { fields } = mapping
  // Two stores would take turns at what they share.
  const shared = fields.find(({ field, store }) => store !== undefined && !storeFields.has(field))
  if (shared?.store !== undefined) return { code: 'no_such_field', field: shared.field, store: shared.store }
  const common = fields.filter(({ store }) => store === undefined)
  const problem = faultOf(common)
  if (problem) return problem
  const named = namedStores(mapping)
  for (const store of storeCodes) {
    const own =
      faultOf(fields.filter((each) => each.store === store)) ??
      (named.includes(store) ? problemOf(fieldsOfStore(mapping, store), mapping) : null)
    if (own) return { ...own, store }
  }
  return named.length === 0 ? problemOf(common, mapping) : null
}

/**
 * The stores that an import of a mapped file writes to: the chosen one, if the mapping has what it needs, and those that
 * columns name.
 */
export function mappedStores(mapping: ColumnMapping, chosen: StoreCode): StoreCode[] {
  const named = namedStores(mapping)
  const ofChosen = fieldsOfStore(mapping, chosen)
  // Of a file that changes products, a store without a price of its own is none that it is for.
  const isMeant = !isUpdate(mapping.fields) || ofChosen.some(({ field }) => field === 'price')
  const isComplete = named.length === 0 || (isMeant && problemOf(ofChosen, mapping) === null)
  return isComplete ? [chosen, ...named.filter((code) => code !== chosen)] : named
}

type FieldProblem = { code: string; field: string }

/** `fields`: those of a store, or of all. */
function problemOf(fields: readonly MappedField[], whole: ColumnMapping): FieldProblem | null {
  const fault = faultOf(fields)
  if (fault) return fault
  const names = fields.map(({ field }) => field)
  if (isUpdate(whole.fields)) {
    if (!names.some((name) => numbers.includes(name))) return { code: 'unmapped', field: 'id' }
    const others = names.filter((name) => !numbers.includes(name))
    // A reduction is one of a price.
    const lacksPrice = !others.includes('price') && others.some((name) => multipliedFields.includes(name))
    return others.length > 0 && !lacksPrice ? null : { code: 'unmapped', field: 'price' }
  }
  const missing = required.find((name) => !names.includes(name))
  if (missing !== undefined) return { code: 'unmapped', field: missing }
  return anyOfStock.some((name) => names.includes(name)) ? null : { code: 'unmapped', field: 'availability' }
}

const isMappedField = (field: string): boolean =>
  mappedFields.includes(field) || fieldKeyOf(field) !== null || attributeNameOf(field) !== null

/** What is wrong with fields, whether or not some are missing. */
function faultOf(fields: readonly MappedField[]): FieldProblem | null {
  const names = fields.map(({ field }) => field)
  const unknown = names.find((name) => !isMappedField(name))
  if (unknown !== undefined) return { code: 'no_such_field', field: unknown }
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return { code: 'mapped_twice', field: twice }
  const multiplied = fields.find(
    ({ field, steps }) => !multipliedFields.includes(field) && steps.some(({ kind }) => kind === 'multiply'),
  )
  return multiplied === undefined ? null : { code: 'no_amount', field: multiplied.field }
}

/** What the names of columns suggest, by column. Each field is suggested once. */
export function suggestedFields(columns: readonly string[]): (string | null)[] {
  const places = priceListColumns(columns)
  const roles = new Map(Object.entries(places).map(([role, at]) => [at, role]))
  /** `id` beside `sku` is a number of the other system. */
  const isElsewhere = (field: string) => {
    const role = priceListRoleOf(field)
    return role !== undefined && places[role] !== undefined
  }
  /** What is not read as a price list writes it. */
  const otherField = (column: string): string | undefined => {
    const own = feedColumnName(column)
    if (own === tagsField) return own
    if (isFeedColumn(own)) return isElsewhere(own) ? undefined : own
    const choice = choiceAttributeOf(column).code
    return (choiceColumns as readonly string[]).includes(choice) ? choice : undefined
  }
  const fieldOf = (column: string, at: number): string | undefined => {
    const metafield = metafieldOf(column)
    if (metafield) return attributeField(metafield.name)
    const own = feedColumnName(column)
    if (fieldKeyOf(own) !== null) return own
    const role = roles.get(at)
    return role === undefined ? otherField(column) : fieldOfRole.get(role)
  }
  const taken = new Set<string>()
  return columns.map((column, at) => {
    const field = fieldOf(column, at)
    if (field === undefined || taken.has(field) || !isMappedField(field)) return null
    taken.add(field)
    return field
  })
}

/**
 * A required field that no column names, also not for a store (`named`), is suggested of the next best: a recommended price
 * where there is no other, and the description of a system that calls the name so.
 */
function withRequired(
  fields: readonly (string | null)[],
  named: ReadonlySet<string | undefined>,
): (string | null)[] {
  const nextBest = [
    { field: 'price', of: 'ordinary_price' },
    { field: 'title', of: 'description' },
  ]
  const replaced = new Map(
    nextBest.flatMap(({ field, of }) =>
      fields.includes(field) || named.has(field) ? [] : [[of, field] as const],
    ),
  )
  return fields.map((field) => (field === null ? null : (replaced.get(field) ?? field)))
}

/** The same with stores, in a file that is imported for `chosen` and the stores that its columns name. */
export function suggestedColumns(columns: readonly string[], chosen: StoreCode): SuggestedColumn[] {
  const fieldOf = (column: string) => suggestedFields([column])[0] ?? null
  const named = new Set(columns.map((column) => storeHeading(column, fieldOf)?.field))
  return suggestedStores(columns, { plain: withRequired(suggestedFields(columns), named), fieldOf, chosen })
}

/** The preset of a mapping for a store: it matches a header with all columns that the mapping names. */
export function mappedTable(whole: ColumnMapping, code: StoreCode | null): TablePreset {
  const named = whole.fields.flatMap(({ column }) => (column === null ? [] : [column]))
  const fields = code === null ? whole.fields : fieldsOfStore(whole, code)
  const others = code === null ? [] : choicesOfOthers(whole, code)
  return {
    name: 'mapping',
    named,
    headerRow: whole.headerRow,
    matches: (columns) => named.length > 0 && named.every((name) => columns.includes(name)),
    columnOf: (_columns, field) =>
      fields.find((each) => each.field === field && each.column !== null)?.column ?? undefined,
    unused: (columns) => columns.filter((column) => !named.includes(column)),
    async *read({ columns, rows }, store) {
      const twice = named.find((name) => columns.indexOf(name) !== columns.lastIndexOf(name))
      if (twice !== undefined) throw new FeedFault('column_twice', { column: twice })
      const places = new Map(columns.map((column, at) => [column, at]))
      const weightColumn = fields.find(({ field }) => field === 'shipping_weight')?.column
      const weightUnit = weightUnitOf(weightColumn ?? '')
      // A column that is mapped is what staff have said.
      const hidden = hiddenRows(columns.map((column) => (named.includes(column) ? '' : column)))
      for await (const { cells, refused, ...place } of rows) {
        const texts = new Map<string, string>()
        let problem = refused
        const cellOf = ({ column, text }: MappedField) =>
          column === null ? text : (cells[places.get(column)!] ?? '')
        for (const each of fields) {
          const read = afterSteps(cellOf(each), each, store)
          if (read.ok) texts.set(each.field, withMappedCurrency(read.value, each))
          else problem ??= { code: read.code, column: each.field, value: shortened(read.value) }
        }
        const words = new Map<string, PerStore<string>>()
        for (const each of others) {
          const read = afterSteps(cellOf(each), each, stores[each.store])
          if (!read.ok) problem ??= { code: read.code, column: each.field, value: shortened(read.value) }
          else if (read.value !== '')
            words.set(each.field, { ...words.get(each.field), [each.store]: read.value })
        }
        const id = texts.get('id') ?? ''
        const known = { ...place, ...(id !== '' && { id: shortened(id) }) }
        const read = problem
          ? { refused: problem }
          : readMapped(texts, { store, weightUnit, isUpdate: isUpdate(fields) })
        if (words.size > 0 && read.values) read.values.variant = variantOf(texts, words, store)
        const { facts, leftOut } = factsOf(texts)
        if (facts.length > 0 && read.values) read.values.facts = facts
        if (read.values && texts.has(tagsField)) read.values.tags = tagsOf(texts.get(tagsField) ?? '')
        const unshown = read.values ? hidden(cells) : null
        const repaired: RowProblem[] = [
          ...(read.repaired ?? []),
          ...(read.values ? leftOut : []),
          ...(unshown?.code === 'not_published' ? [{ ...unshown, code: 'hidden_taken' } as const] : []),
        ]
        yield {
          ...known,
          ...(read.refused && titleIn(texts.get('title'))),
          ...read,
          ...(repaired.length > 0 && { repaired }),
        }
      }
    },
  }
}

/** The amount of a column that names a currency is in it, unless a factor has converted it. */
const withMappedCurrency = (value: string, { field, column, steps }: MappedField): string =>
  column === null || !multipliedFields.includes(field) || steps.some(({ kind }) => kind === 'multiply')
    ? value
    : withColumnCurrency(value, column)

function readMapped(
  texts: ReadonlyMap<string, string>,
  { store, weightUnit, isUpdate }: { store: Store; weightUnit: 'g' | 'kg' | null; isUpdate: boolean },
): Pick<PresetRow, 'values' | 'refused' | 'repaired'> {
  const cell = (role: PriceListRole): string | undefined => {
    const field = fieldOfRole.get(role)
    return field === undefined ? undefined : texts.get(field)
  }
  const read = readPriceListRow(cell, { store, weightUnit, isUpdate })
  if (!read.values) return read
  const others: FeedValues = {}
  for (const [field, text] of texts)
    if (
      !(field in localFields) &&
      field !== 'sale_price' &&
      (isFeedColumn(field) || fieldKeyOf(field) !== null)
    )
      setText(others, field, text)
  const sale = readSale(texts.get('sale_price'), store)
  if (!sale.ok)
    return { refused: { code: sale.code, column: 'sale_price', value: texts.get('sale_price') ?? '' } }
  // One that is not lower is refused with the row (feed-row.ts).
  if (sale.value !== null) others.sale_price = sale.value
  else if (read.values.sale_price === undefined && texts.has('sale_price')) others.sale_price = ''
  return { ...read, values: { ...read.values, ...others } }
}

/** The attributes of a row, and the values that are none. */
function factsOf(texts: ReadonlyMap<string, string>): { facts: RowFact[]; leftOut: RowProblem[] } {
  const facts: RowFact[] = []
  const leftOut: RowProblem[] = []
  for (const [column, text] of texts) {
    const name = attributeNameOf(column)
    if (name === null || text === '') continue
    const value = factValue(text)
    if (value === null) leftOut.push({ code: 'attribute_left_out', column, value: shortened(text) })
    else facts.push({ name, value })
  }
  return { facts, leftOut }
}

/** The choices of a row with the words of several stores; one that its own store has no word for has another's. */
function variantOf(
  texts: ReadonlyMap<string, string>,
  words: ReadonlyMap<string, PerStore<string>>,
  { code }: Store,
): FeedVariant {
  const choices = choiceColumns.map((name) => {
    const [own = '', others] = [texts.get(name), words.get(name)]
    if (!others) return { name, value: own }
    const named = storeCodes.find((store) => others[store] !== undefined)
    const value = own === '' && named !== undefined ? (others[named] ?? '') : own
    return { name, value, names: { ...(own !== '' && { [code]: own }), ...others } }
  })
  return { group: texts.get('item_group_id') ?? '', title: texts.get('title') ?? '', choices }
}

/** Null: there is none, which many systems write as zero. */
function readSale(text: string | undefined, { currency }: Store): Read<string | null> {
  if (text === undefined || text === '') return { ok: true, value: null }
  const read = readLocalAmount(text, currency)
  if (!read.ok) return read
  return { ok: true, value: read.value === 0 ? null : `${decimalText(read.value)} ${currency}` }
}

type StepRead = { ok: true; value: string } | { ok: false; code: ProblemCode; value: string }

function afterSteps(cell: string, { column, steps }: MappedField, store: Store): StepRead {
  let value = column === null ? cell : textOfCell(cell).trim()
  // An empty cell stays empty: a prefix alone is no value.
  if (value === '') return { ok: true, value }
  for (const step of steps) {
    const read = afterStep(value, step, store)
    if (!read.ok) return { ...read, value }
    if (read.value.length > longestValue) return { ok: false, code: 'too_long', value }
    value = read.value
  }
  return { ok: true, value }
}

function afterStep(value: string, step: MappingStep, store: Store): Read<string> {
  switch (step.kind) {
    case 'multiply':
      return multiplied(value, step.by, store)
    case 'prefix':
      return { ok: true, value: step.text + value }
    case 'suffix':
      return { ok: true, value: value + step.text }
    case 'replace': {
      const parts = value.split(step.text)
      const length = value.length + (parts.length - 1) * step.by.length
      // Not joined first: many short parts make a text of gigabytes.
      return length > longestValue
        ? { ok: false, code: 'too_long' }
        : { ok: true, value: parts.join(step.by) }
    }
    case 'part': {
      const part = value.split(step.separator).at(step.number > 0 ? step.number - 1 : step.number)
      return { ok: true, value: part?.trim() ?? '' }
    }
  }
}

/** A text that is no amount is refused: unmultiplied it would be a wrong price. */
function multiplied(value: string, by: string, { currency }: Store): Read<string> {
  const read = readLocalAmount(value, currency)
  if (!read.ok) return read
  if (read.value > largestMultiplied) return { ok: false, code: 'bad_amount' }
  const [whole = '0', decimals = ''] = by.split('.')
  const amount = shareMinor(read.value, Number(whole + decimals), 10 ** decimals.length)
  return { ok: true, value: decimalText(amount) }
}
