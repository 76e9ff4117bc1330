/**
 * Reads the product export of Shopware 6 by its default profile. A variant names its product in `parent_id`, may come
 * before it, and has empty cells for what it shares with it. What it is chosen by is in `optionIds`, as ids whose names
 * the file does not have: variants become products of their own. Categories are ids, too.
 * https://docs.shopware.com/en/shopware-6-en/settings/importexport
 */
import type { Store } from '../domain/stores/stores.ts'
import { readBoolean } from './boolean-words.ts'
import { textOfCell } from './formula-cell.ts'
import { hasColumns, namedCells, type NamedCells } from './named-cells.ts'
import { priceListColumns, type PriceListRole } from './price-list-columns.ts'
import { priceListTable, readPriceListRow, weightUnitOf } from './price-list-table.ts'
import { shortened, titleIn, type RowProblem } from './row-report.ts'
import type { PresetRow, Table, TablePreset, TableRow } from './table.ts'

/** Rows of each kind that wait for the others at a time. */
const mostWaiting = 50_000

/** What a variant does not take from its product. */
const ownRoles: ReadonlySet<PriceListRole> = new Set(['sku', 'stock', 'gtin', 'mpn'])

export const shopwareProducts: TablePreset = {
  name: 'shopware-products',
  isOfOtherShop: true,
  matches: (columns) =>
    hasColumns(columns, ['product_number'], ['parent_id'], ['name'], ['price_gross'], ['stock']),
  columnOf: (columns, field) => priceListTable.columnOf?.(columns, field),
  unused: (columns) =>
    (priceListTable.unused?.(columns) ?? []).filter((column) => !/^(?:id|parent_id)$/i.test(column)),
  read: readShopwareProducts,
}

interface Reading {
  columns: readonly string[]
  cell: NamedCells
  store: Store
}

async function* readShopwareProducts(table: Table, store: Store): AsyncGenerator<PresetRow> {
  const reading: Reading = { columns: table.columns, cell: namedCells(table.columns), store }
  const { cell } = reading
  const products = new Map<string, TableRow>()
  const variants: TableRow[] = []
  for await (const row of table.rows) {
    const { cells, refused } = row
    const isVariant = (cell(cells, 'parent_id') ?? '') !== ''
    if (refused) {
      const id = shortened(skuOf(cells, cell))
      yield { ...placeOf(row), ...(id !== '' && { id }), ...titleIn(cell(cells, 'name')), refused }
    } else if (isVariant && variants.length < mostWaiting) variants.push(row)
    else if (isVariant) yield orphanRow(row, reading)
    // Without an id nothing can be its variant.
    else if (products.size < mostWaiting) products.set(cell(cells, 'id') || `row ${row.row}`, row)
    else yield productRow(row, undefined, reading)
  }
  const idOfProduct = (row: TableRow) => cell(row.cells, 'parent_id') ?? ''
  const withVariants = new Set(variants.map(idOfProduct))
  for (const [id, row] of products) if (!withVariants.has(id)) yield productRow(row, undefined, reading)
  for (const row of variants) {
    const product = products.get(idOfProduct(row))
    yield product ? productRow(row, product, reading) : orphanRow(row, reading)
  }
}

const skuOf = (cells: readonly string[], cell: NamedCells): string => cell(cells, 'product_number') ?? ''

const placeOf = ({ row, line, bytes }: TableRow) => ({ row, line, bytes })

const orphanRow = (row: TableRow, { cell }: Reading): PresetRow => ({
  ...placeOf(row),
  id: shortened(skuOf(row.cells, cell)),
  ...titleIn(cell(row.cells, 'name')),
  refused: {
    code: 'unknown_parent',
    column: 'parent_id',
    value: shortened(cell(row.cells, 'parent_id') ?? ''),
  },
})

/** A product without variants, or a variant with its product. */
function productRow(
  row: TableRow,
  product: TableRow | undefined,
  { columns, cell, store }: Reading,
): PresetRow {
  const { cells } = row
  const places = priceListColumns(columns, store.currency)
  const textOf = (of: readonly string[], role: PriceListRole): string | undefined => {
    const at = places[role]
    return at === undefined ? undefined : textOfCell(of[at] ?? '').trim()
  }
  const known = { ...placeOf(row), id: shortened(skuOf(cells, cell)) }
  const title = () => titleIn(textOf(cells, 'name') || (product && textOf(product.cells, 'name')))
  const hidden = unpublished(cells, product?.cells, cell)
  if (hidden) return { ...known, ...title(), refused: hidden }
  const read = readPriceListRow(
    (role) => {
      const own = textOf(cells, role)
      return own === '' && product && !ownRoles.has(role) ? textOf(product.cells, role) : own
    },
    { store, weightUnit: weightUnitOf(columns[places.weight ?? -1] ?? '') },
  )
  if (!read.values) return { ...known, ...title(), ...read }
  if (!product) return { ...known, ...read }
  const choice: RowProblem = {
    code: 'no_choice',
    column: 'parent_id',
    value: shortened(skuOf(product.cells, cell)),
  }
  return { ...known, ...read, repaired: [...(read.repaired ?? []), choice] }
}

/** A variant with an empty cell is shown if its product is; one of a hidden product is hidden. */
function unpublished(
  own: readonly string[],
  ofProduct: readonly string[] | undefined,
  cell: NamedCells,
): RowProblem | null {
  const column = 'active'
  for (const value of [own, ofProduct ?? []].map((cells) => cell(cells, column) ?? '')) {
    if (value === '' || readBoolean(value) === true) continue
    const code = readBoolean(value) === false ? 'not_published' : 'unclear_word'
    return { code, column, value: shortened(value) }
  }
  return null
}
