/** What the header of a table lacks, for the person who imports it. Pure. */
import { requiredColumns } from './feed-row.ts'
import { feedColumnName } from './merchant-table.ts'
import { priceListColumns, type PriceListRole } from './price-list-columns.ts'

/** The columns of a price list that say what a feed must. */
const rolesOf: Record<(typeof requiredColumns)[number], readonly PriceListRole[]> = {
  id: ['sku'],
  title: ['name'],
  price: ['price'],
  availability: ['stock', 'availability', 'delivery'],
}

/** The columns without which no products can be read, and which the header has under no name that is known. */
export function missingColumns(columns: readonly string[]): string[] {
  const names = new Set(columns.map(feedColumnName))
  const roles = priceListColumns(columns.map((column) => column.trim()))
  return requiredColumns.filter(
    (column) => !names.has(column) && rolesOf[column].every((role) => roles[role] === undefined),
  )
}
