/** Tables of a test, written as objects. */
import type { Store } from '../domain/stores/stores.ts'
import type { PresetRow, Table, TablePreset } from './table.ts'

/** A table whose rows have the named cells; the others are empty. */
export function tableOf(columns: readonly string[], rows: readonly Record<string, string>[]): Table {
  return {
    columns,
    rows: (async function* () {
      for (const [at, row] of rows.entries()) {
        const cells = columns.map((column) => row[column] ?? '')
        yield { row: at + 2, line: at + 2, bytes: cells.join().length, cells }
      }
    })(),
  }
}

export async function presetRows(
  preset: TablePreset,
  table: Table,
  store: Store,
  now?: Date,
): Promise<PresetRow[]> {
  const rows: PresetRow[] = []
  for await (const row of preset.read(table, store, now)) rows.push(row)
  return rows
}
