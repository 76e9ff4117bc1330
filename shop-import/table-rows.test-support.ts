/** Tables of records for tests of presets. */
import type { Store } from '../domain/stores/stores.ts'
import type { ShopTablePreset, ShopTableRow } from './shop-table.ts'

/** What a preset makes of records, of which the first names the columns in its order, others after it. */
export async function rowsOf<Values>(
  preset: ShopTablePreset<Values>,
  store: Store,
  records: readonly Record<string, string>[],
): Promise<ShopTableRow<Values>[]> {
  const columns = [...new Set(records.flatMap(Object.keys))]
  if (!preset.matches(columns)) throw new Error(`${preset.name} does not recognise ${columns.join(', ')}`)
  async function* rows() {
    for (const [at, record] of records.entries())
      yield { row: at + 2, line: at + 2, bytes: 100, cells: columns.map((name) => record[name] ?? '') }
  }
  const read: ShopTableRow<Values>[] = []
  for await (const row of preset.read({ columns, rows: rows() }, store, { location: null })) read.push(row)
  return read
}
