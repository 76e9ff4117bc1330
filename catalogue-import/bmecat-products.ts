/**
 * Articles of a catalogue in BMEcat 1.2 or 2005 as bmecat-records.server.ts reads them. Of its kinds of prices the recommended
 * one (`nrp`) and the list price with VAT (`gros_list`) are prices of a shop; a net list price is one with the VAT that the
 * article states. What a customer pays the wholesaler (`net_customer`) is none. The form has no stock.
 */
import { categoryValues } from './category-paths.ts'
import { FeedFault } from './feed-fault.ts'
import type { FeedValues } from './feed-row.ts'
import { splitTexts } from './listed-texts.ts'
import { namedCells, unreadColumns, type NamedCells } from './named-cells.ts'
import { factValue, type RowFact } from './row-facts.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'
import { tagsOf } from './row-tags.ts'
import type { PresetRow, Table, TablePreset } from './table.ts'

const withVat = ['nrp', 'gros_list'] as const

/** The field of the net list price with the VAT that it states, of which the exact net price is rounded only once. */
export const netListWithVat = 'net_list_with_TAX'

const fieldColumns: Readonly<Record<string, string>> = {
  id: 'SUPPLIER_AID',
  title: 'DESCRIPTION_SHORT',
  description: 'DESCRIPTION_LONG',
  brand: 'MANUFACTURER_NAME',
  mpn: 'MANUFACTURER_AID',
  gtin: 'EAN',
  product_type: 'CATALOG_GROUP',
  image_link: 'MIME_SOURCE',
  price: 'nrp',
}

export const bmecatProducts: TablePreset = {
  name: 'bmecat',
  isOfOtherShop: true,
  matches: (columns) =>
    columns.includes('SUPPLIER_AID') && columns.some((column) => /^(?:nrp|gros_list|net_\w+)$/.test(column)),
  columnOf: (columns, field) => columns.find((column) => column === fieldColumns[field]),
  unused: (columns) =>
    unreadColumns(columns, [
      ...Object.values(fieldColumns),
      ...withVat,
      'net_list',
      netListWithVat,
      'TAX',
      'mode',
      'KEYWORD',
      'FEATURES',
    ]),
  read: readBmecatProducts,
}

async function* readBmecatProducts({ columns, rows }: Table): AsyncGenerator<PresetRow> {
  const cell = namedCells(columns)
  const hasPrice = withVat.some((type) => columns.includes(type)) || columns.includes(netListWithVat)
  const net = columns.find((column) => column.startsWith('net_'))
  if (!hasPrice && net !== undefined) throw new FeedFault('net_prices', { column: net })
  // A document of prices alone (T_UPDATE_PRICES) changes products that exist.
  const isUpdate = !columns.includes('DESCRIPTION_SHORT')
  for await (const { cells, refused, ...place } of rows) {
    const id = cell(cells, 'SUPPLIER_AID') ?? ''
    const known = { ...place, ...(id !== '' && { id: shortened(id) }) }
    const title = titleIn(cell(cells, 'DESCRIPTION_SHORT'))
    const price = priceOf(cells, cell)
    const left = refused ?? removed(cells, cell) ?? (price.ok ? null : price.problem)
    if (left !== null || !price.ok) {
      yield { ...known, ...title, refused: left ?? { code: 'missing', column: 'price' } }
      continue
    }
    const repaired: RowProblem[] = [...price.repaired]
    const values: FeedValues = {
      id,
      price: price.text,
      ...(isUpdate ? { isUpdate } : productValues(cells, cell, repaired)),
    }
    yield { ...known, values, ...(repaired.length > 0 && { repaired }) }
  }
}

/** `mode="delete"`: the wholesaler has it no longer. */
function removed(cells: readonly string[], cell: NamedCells): RowProblem | null {
  const mode = cell(cells, 'mode') ?? ''
  return mode === 'delete' ? { code: 'not_published', column: 'mode', value: mode } : null
}

type PriceRead = { ok: true; text: string; repaired: RowProblem[] } | { ok: false; problem: RowProblem }

function priceOf(cells: readonly string[], cell: NamedCells): PriceRead {
  for (const column of withVat) {
    const text = cell(cells, column) ?? ''
    if (text !== '') return { ok: true, text, repaired: [] }
  }
  const net = cell(cells, 'net_list') ?? ''
  const text = cell(cells, netListWithVat) ?? ''
  if (text !== '')
    return {
      ok: true,
      text,
      repaired: [{ code: 'vat_added', column: 'net_list', value: shortened(net) }],
    }
  // A number has been written with a point.
  if (net === '' || /^\d+(?:\.\d{1,2})?(?: |$)/.test(net))
    return { ok: false, problem: { code: 'missing', column: 'nrp' } }
  return { ok: false, problem: { code: 'bad_amount', column: 'net_list', value: shortened(net) } }
}

function productValues(cells: readonly string[], cell: NamedCells, repaired: RowProblem[]): FeedValues {
  const given = (field: keyof FeedValues): FeedValues => {
    const text = cell(cells, fieldColumns[field]!)
    return text === undefined ? {} : { [field]: text }
  }
  const groups = cell(cells, 'CATALOG_GROUP')
  const [main = [], ...others] = splitTexts(groups ?? '').map((path) => path.split(' > '))
  return {
    title: cell(cells, 'DESCRIPTION_SHORT') ?? '',
    ...given('description'),
    ...given('brand'),
    ...given('mpn'),
    ...given('gtin'),
    ...(groups !== undefined && categoryValues(main, others)),
    ...picturesOf(cells, cell, repaired),
    facts: factsOf(cells, cell, repaired),
    tags: tagsOf(cell(cells, 'KEYWORD') ?? ''),
    // Of new products: the store's own stock stays.
    availability: 'out_of_stock',
    quantity: '0',
  }
}

function picturesOf(cells: readonly string[], cell: NamedCells, repaired: RowProblem[]): FeedValues {
  const text = cell(cells, 'MIME_SOURCE')
  if (text === undefined) return {}
  const all = text.split('\n')
  const links = all.filter((link) => /^https?:\/\//i.test(link))
  const name = all.find((link) => link !== '' && !links.includes(link))
  if (name !== undefined)
    repaired.push({ code: 'picture_not_taken', column: 'MIME_SOURCE', value: shortened(name) })
  if (links.length === 0) return {}
  const [main = '', ...others] = links
  return { image_link: main, additional_image_link: others.slice(0, 20).join(', ') }
}

function factsOf(cells: readonly string[], cell: NamedCells, repaired: RowProblem[]): RowFact[] {
  return (cell(cells, 'FEATURES') ?? '').split('\n').flatMap((line) => {
    const [name = '', ...rest] = line.split(': ')
    const written = rest.join(': ')
    if (name === '' || written === '') return []
    const value = factValue(written)
    if (value !== null) return [{ name, value }]
    repaired.push({ code: 'attribute_left_out', column: 'FEATURES', value: shortened(line) })
    return []
  })
}
