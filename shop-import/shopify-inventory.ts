/**
 * Reads the inventory that Shopify exports: a row for each variant and location with its quantities, or, of available
 * quantities alone, a column for each location. Quantities of all locations are added, or one location is chosen.
 * https://help.shopify.com/en/manual/products/inventory/getting-started-with-inventory/inventory-csv
 */
import { z } from 'zod'
import { hasColumns, namedCells, unreadColumns, type NamedCells } from '../catalogue-import/named-cells.ts'
import { shortened, type RowProblem } from '../catalogue-import/row-report.ts'
import type { Table, TableRow } from '../catalogue-import/table.ts'
import {
  countNumbers,
  madeSku,
  variantNumber,
  type VariantNumber,
} from '../catalogue-import/variant-number.ts'
import type { Store } from '../domain/stores/stores.ts'
import {
  fieldTexts,
  readFields,
  type ReadOptions,
  type ShopTablePreset,
  type ShopTableRow,
} from './shop-table.ts'

export interface StockValues {
  sku: string
  /** Its number where other variants shared it when products were imported; meant where no product has `sku`. */
  sharedSku?: string
  /** By which a product is found that no number finds. */
  gtin?: string
  units: number
  /** The locations that stock it. */
  locations: string[]
}

/**
 * `Available` excludes units that orders have reserved, as the stock of this shop does. Without that column `On hand` is
 * read, which includes them.
 */
const columns = {
  handle: ['Handle', 'URL handle'],
  sku: ['SKU', 'Variant SKU'],
  location: ['Location'],
  quantity: ['Available', 'Available (not editable)', 'On hand', 'On hand (current)'],
} as const

/** Columns that say what the variant is, beside the locations. */
const described = [
  ...columns.handle,
  ...columns.sku,
  'Title',
  /^option[123] (?:name|value)$/,
  'HS Code',
  'COO',
  'Bin name',
]

/** Of files with a row for each location. */
const otherQuantities = [
  'Incoming',
  'Incoming (not editable)',
  'Unavailable',
  'Unavailable (not editable)',
  'Committed',
  'Committed (not editable)',
  'On hand',
  'On hand (current)',
  'On hand (new)',
]

const hasLocations = (names: readonly string[]) =>
  hasColumns(names, [...columns.location], [...columns.quantity])

/** Columns that a merchant or an app has added, whose figures are no stock. */
const noLocation =
  /weight|cost|price|barcode|vendor|type|tags|status|reorder|threshold|minimum|published|image/i

/** The columns that are locations: Shopify writes them after all others. */
function locationColumns(names: readonly string[]): string[] {
  if (hasLocations(names)) return []
  const unread = new Set(unreadColumns(names, [...described, ...otherQuantities]).filter(Boolean))
  const lastDescribed = names.findLastIndex((name) => name !== '' && !unread.has(name))
  return names.slice(lastDescribed + 1).filter((name) => unread.has(name) && !noLocation.test(name))
}

export const shopifyInventory: ShopTablePreset<StockValues> = {
  name: 'shopify-inventory',
  holds: 'stock',
  matches: (names) =>
    hasColumns(names, [...columns.handle], [...columns.sku], ['Option1 Value']) &&
    !hasColumns(names, ['Variant Price', 'Price']) &&
    (hasLocations(names) || (hasColumns(names, ['HS Code']) && locationColumns(names).length > 0)),
  unused: (names) =>
    hasLocations(names)
      ? unreadColumns(names, [
          ...columns.handle,
          ...columns.sku,
          ...columns.location,
          columns.quantity[0],
          columns.quantity[1],
          /^option[123] (?:name|value)$/,
        ])
      : unreadColumns(names, [
          ...columns.handle,
          ...columns.sku,
          /^option[123] (?:name|value)$/,
          ...locationColumns(names),
        ]),
  read: readShopifyInventory,
}

const quantity = z
  .string()
  .regex(/^(?:-?\d{1,7}|not stocked|)$/i, 'bad_quantity')
  .transform((text) => (/^-?\d/.test(text) ? Number(text) : null))
const inventoryRow = z.object({ sku: z.string().min(1, 'missing').max(100, 'too_long'), quantity })

/** A variant with what its rows say so far. */
interface Counted {
  first: TableRow
  handle: string
  options: string[]
  /** The number as the file says it, or ''. */
  given: string
  sku: string
  sharedSku?: string
  /** Null: no location stocks it. */
  units: number | null
  locations: Set<string>
  refused?: RowProblem | undefined
}

/** One row for each variant, at the place of its first one: rows of its locations may be anywhere in the file. */
async function* readShopifyInventory(
  table: Table,
  _store: Store,
  { location: only }: ReadOptions,
): AsyncGenerator<ShopTableRow<StockValues>> {
  const cell = namedCells(table.columns)
  const locations = locationColumns(table.columns)
  const variants = new Map<string, Counted>()
  for await (const row of table.rows) {
    const { handle, sku: given, location, quantity: text } = fieldTexts(columns, cell, row.cells)
    const sku = given || (handle === '' ? '' : madeSku(handle, optionsOf(cell, row.cells)))
    const options = optionsOf(cell, row.cells)
    // Variants of one product may share a number; those of several products with one are the same goods.
    const key = JSON.stringify(
      sku === '' ? row.row : [sku.toLowerCase(), ...(options.length > 0 ? [handle, ...options] : [])],
    )
    const counted = variants.get(key) ?? {
      first: row,
      handle,
      options,
      given,
      sku,
      units: null,
      locations: new Set<string>(),
    }
    variants.set(key, counted)
    const stocked =
      locations.length > 0
        ? locations.map((name) => [name, cell(row.cells, name) ?? ''] as const)
        : [[location, text] as const]
    for (const [name, units] of stocked) count(counted, { name, units, only, refused: row.refused })
  }
  for (const variant of withOwnNumbers([...variants.values()])) {
    const { first, sku, sharedSku, units, locations: names, refused } = variant
    const { row, line, bytes } = first
    const place = { row, line, bytes, ...(sku !== '' && { id: sku }) }
    if (refused) yield { ...place, refused }
    // The chosen location does not have it.
    else if (units === null && only !== null) continue
    else
      yield {
        ...place,
        ...valuesOf({ sku, ...(sharedSku !== undefined && { sharedSku }) }, units ?? 0, [...names]),
      }
  }
}

/**
 * Variants of one product that share a number have the one that the import of products makes of it; what else has the same
 * number is added up. Of two variants of a product for which the same number is made, that import refuses the second.
 */
function withOwnNumbers(variants: readonly Counted[]): Counted[] {
  const counts = new Map(
    [...Map.groupBy(variants, ({ handle }) => handle)].map(([handle, own]) => [
      handle,
      countNumbers(own.map(({ given }) => given)),
    ]),
  )
  const byNumber = new Map<string, Counted>()
  const found: Counted[] = []
  for (const variant of variants) {
    const { given, handle, options } = variant
    const { id, sharedId }: Pick<VariantNumber, 'id' | 'sharedId'> =
      given === ''
        ? { id: variant.sku }
        : variantNumber(given, { handle, options, counts: counts.get(handle)! })
    const own = { ...variant, sku: id, ...(sharedId !== undefined && { sharedSku: sharedId }) }
    const key = id === '' ? `row ${variant.first.row}` : `sku ${id.toLowerCase()}`
    const same = byNumber.get(key)
    if (same === undefined) {
      byNumber.set(key, own)
      found.push(own)
    } else if (same.handle === handle && handle !== '') {
      found.push({ ...own, refused: { code: 'duplicate_id', column: columns.sku[0], value: shortened(id) } })
    } else {
      same.refused ??= variant.refused
      if (variant.units !== null) same.units = (same.units ?? 0) + variant.units
      for (const name of variant.locations) same.locations.add(name)
    }
  }
  return found
}

function count(
  counted: Counted,
  given: { name: string; units: string; only: string | null; refused: RowProblem | undefined },
): void {
  const { name, units, only } = given
  const read = readFields(
    inventoryRow,
    { sku: columns.sku, quantity: [name, ...columns.quantity] },
    {
      sku: counted.sku,
      quantity: units.trim(),
    },
  )
  const refused = given.refused ?? (read.ok ? undefined : read.problem)
  counted.refused ??= refused
  if (!read.ok || read.values.quantity === null) return
  if (name !== '') counted.locations.add(name)
  if (only !== null && name.toLowerCase() !== only.toLowerCase()) return
  counted.units = (counted.units ?? 0) + read.values.quantity
}

function valuesOf(
  number: Pick<StockValues, 'sku' | 'sharedSku'>,
  units: number,
  locations: string[],
): Pick<ShopTableRow<StockValues>, 'values' | 'repaired'> {
  if (units >= 0) return { values: { ...number, units, locations } }
  const repaired: RowProblem[] = [
    { code: 'negative_stock', column: 'Available', value: shortened(String(units)) },
  ]
  return { values: { ...number, units: 0, locations }, repaired }
}

const optionsOf = (cell: NamedCells, cells: readonly string[]): string[] =>
  [1, 2, 3]
    .map((number) => cell(cells, `Option${number} Value`) ?? '')
    .filter((value) => value !== '' && value !== 'Default Title')
