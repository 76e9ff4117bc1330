/** Reads a table of another shop in a worker process: recognises it, and gives its rows in parts. */
import { FeedFault } from '../catalogue-import/feed-fault.ts'
import { openFeed, type TextSource } from '../catalogue-import/feed-source.server.ts'
import { filePartsOf, type FilePart } from '../catalogue-import/file-parts.server.ts'
import { shortened } from '../catalogue-import/row-report.ts'
import { headerRows } from '../catalogue-import/table-header.ts'
import { readTable, readTableStart } from '../catalogue-import/table-source.server.ts'
import type { TableReading } from '../domain/catalogue/feed-upload.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { shopTablePresets } from './shop-table-presets.ts'
import type { ShopTableContents, ShopTablePreset, ShopTableRow } from './shop-table.ts'

/** What the table is. */
export interface ShopTableHead {
  holds: ShopTableContents
  table: TableReading
  /** Of an archive, the file that was read. */
  entry: string | null
}

export interface ShopTableInput {
  file: string
  store: StoreCode
  /** Of stock: the location that counts; null: all of them. */
  location: string | null
  mostUnpackedBytes: number
  mostRows: number
}

/** Columns that are named to people; a hostile file has a thousand. */
const namedColumns = 100

/** The head is null where the file is none of these tables: products, or nothing that is known. */
export async function* run(
  input: ShopTableInput,
): AsyncGenerator<FilePart<ShopTableHead | null, ShopTableRow>> {
  yield* filePartsOf(async () => {
    const source = await openFeed(input.file, input)
    const bytesOf = ({ bytes }: ShopTableRow) => bytes
    if (source.kind === 'workbook') source.archive.close()
    const table = source.kind === 'table' ? await openTable(source, input) : null
    if (table === null) return { source, head: null, rows: noRows(), bytesOf }
    const { rows, ...head } = table
    return { source, head: { ...head, entry: source.entry }, rows: limited(rows, input), bytesOf }
  })
}

async function openTable({ chunks: all, encoding }: TextSource, { store, location }: ShopTableInput) {
  const { cuts, chunks } = await readTableStart(all)
  for (const { separator, rows } of cuts) {
    const found = findShopTable(rows)
    if (found === null) continue
    const { preset, columns } = found
    const table: TableReading = {
      encoding,
      separator,
      sheet: null,
      sheets: [],
      preset: preset.name,
      columnCount: columns.length,
      unusedColumns: preset.unused(columns).filter(Boolean).slice(0, namedColumns).map(shortened),
    }
    const reading = preset.read(readTable(chunks, { ...found, separator }), stores[store], { location })
    return { holds: preset.holds, table, rows: reading }
  }
  return null
}

/** The first row that a preset recognises; titles and notes may be above it. */
function findShopTable(
  rows: readonly (readonly string[])[],
): { at: number; columns: string[]; preset: ShopTablePreset } | null {
  for (const [at, row] of rows.slice(0, headerRows).entries()) {
    const columns = row.map((cell) => cell.trim())
    const preset = shopTablePresets.find((each) => each.matches(columns))
    if (preset) return { at, columns, preset }
  }
  return null
}

async function* noRows(): AsyncGenerator<ShopTableRow> {}

async function* limited(rows: AsyncIterable<ShopTableRow>, { file, mostRows }: ShopTableInput) {
  for await (const row of rows) {
    if (row.row > mostRows) throw new FeedFault('too_many_rows', { file, maximum: mostRows })
    yield row
  }
}
