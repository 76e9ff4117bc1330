/** Tables in which the rows of one product follow each other, as in the exports of most shop systems. */
import { shortened, titleIn } from './row-report.ts'
import type { PresetRow, Table, TableRow } from './table.ts'

/** Rows of one product that are held at a time. */
const mostRowsOfProduct = 5000

/**
 * The rows of each product, one after the other. `startsProduct`: whether a row is of another product than those
 * before it, of which there is at least one. Rows that the reader of the file has refused are passed on
 * with what `named` reads of them.
 */
export async function* productsOf(
  table: Table,
  startsProduct: (row: TableRow, before: readonly TableRow[]) => boolean,
  named: (cells: readonly string[]) => { sku?: string | undefined; title?: string | undefined },
): AsyncGenerator<TableRow[] | PresetRow> {
  let rows: TableRow[] = []
  for await (const row of table.rows) {
    if (row.refused) {
      const { row: number, line, bytes, cells, refused } = row
      const { sku = '', title } = named(cells)
      const id = sku !== '' && { id: shortened(sku) }
      yield { row: number, line, bytes, ...id, ...titleIn(title), refused }
      continue
    }
    if (rows.length > 0 && (rows.length >= mostRowsOfProduct || startsProduct(row, rows))) {
      yield rows
      rows = []
    }
    rows.push(row)
  }
  if (rows.length > 0) yield rows
}

/** The name of a product with what its variant is chosen by: `T-shirt, Red, M`. */
export const variantTitle = (title: string, choices: readonly { value: string }[]): string =>
  [title, ...choices.map(({ value }) => value)].join(', ')
