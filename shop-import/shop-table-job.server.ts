/** Reads a table of another shop in a worker process: recognises it, and gives its rows in parts. */
import { FeedFault } from '../catalogue-import/feed-fault.ts'
import { linesOf, openFeed, type TextSource } from '../catalogue-import/feed-source.server.ts'
import { filePartsOf, type FilePart } from '../catalogue-import/file-parts.server.ts'
import { shortened } from '../catalogue-import/row-report.ts'
import { findHeader } from '../catalogue-import/table-header.ts'
import { readTable, readTableStart } from '../catalogue-import/table-source.server.ts'
import type { TableReading } from '../domain/catalogue/feed-upload.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import {
  formerPages,
  isAddressList,
  isSitemap,
  isSitemapIndex,
  readAddressList,
  readSitemap,
} from './former-pages.ts'
import { openSitemaps } from './sitemap-archive.server.ts'
import { shopTablePresets } from './shop-table-presets.ts'
import { translations } from './translations.ts'
import { isXliff, readXliff } from './xliff.server.ts'
import type { ShopTableContents, ShopTableRow } from './shop-table.ts'

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
    const bytesOf = ({ bytes }: ShopTableRow) => bytes
    const sitemaps = await openSitemaps(input)
    if (sitemaps !== null) {
      const { source, rows } = sitemaps
      const head = { holds: formerPages.holds, table: listReading('sitemap'), entry: null }
      return { source, head, rows: limited(rows, input), bytesOf }
    }
    const source = await openFeed(input.file, input)
    if (source.kind === 'workbook') source.archive.close()
    if (source.kind === 'xml' && isSitemap(source.begin)) {
      if (isSitemapIndex(source.begin)) throw new FeedFault('sitemap_index', { file: input.file })
      const head = { holds: formerPages.holds, table: listReading('sitemap'), entry: source.entry }
      return { source, head, rows: limited(readSitemap(source.chunks), input), bytesOf }
    }
    if (source.kind === 'xml' && isXliff(source.begin)) {
      const read = await readXliff(source.chunks, { file: input.file, store: stores[input.store] })
      const head = {
        holds: translations.holds,
        table: { ...listReading('xliff'), encoding: source.encoding },
        entry: source.entry,
      }
      return { source, head, rows: limited(listed(read), input), bytesOf }
    }
    if (source.kind === 'table' && isAddressList(source.begin)) {
      const head = { holds: formerPages.holds, table: listReading('address-list'), entry: source.entry }
      return { source, head, rows: limited(readAddressList(linesOf(source.chunks)), input), bytesOf }
    }
    const table = source.kind === 'table' ? await openTable(source, input) : null
    if (table === null) return { source, head: null, rows: noRows(), bytesOf }
    const { rows, ...head } = table
    return { source, head: { ...head, entry: source.entry }, rows: limited(rows, input), bytesOf }
  })
}

/** How a list without columns is shown. */
const listReading = (preset: string): TableReading => ({
  encoding: null,
  separator: null,
  sheet: null,
  sheets: [],
  headerRow: null,
  preset,
  columnCount: 1,
  unusedColumns: [],
})

async function openTable({ chunks: all, encoding }: TextSource, { store, location }: ShopTableInput) {
  const { cuts, chunks } = await readTableStart(all)
  for (const { separator, rows } of cuts) {
    const found = findHeader(rows, shopTablePresets)
    if (found === null) continue
    const { preset, columns, row } = found
    const table: TableReading = {
      encoding,
      separator,
      sheet: null,
      sheets: [],
      headerRow: row,
      preset: preset.name,
      columnCount: columns.length,
      unusedColumns: preset.unused(columns).filter(Boolean).slice(0, namedColumns).map(shortened),
    }
    const reading = preset.read(readTable(chunks, { ...found, separator }), stores[store], { location })
    return { holds: preset.holds, table, rows: reading }
  }
  return null
}

async function* listed(rows: readonly ShopTableRow[]): AsyncGenerator<ShopTableRow> {
  yield* rows
}

async function* noRows(): AsyncGenerator<ShopTableRow> {}

async function* limited(rows: AsyncIterable<ShopTableRow>, { file, mostRows }: ShopTableInput) {
  for await (const row of rows) {
    if (row.row > mostRows) throw new FeedFault('too_many_rows', { file, maximum: mostRows })
    yield row
  }
}
