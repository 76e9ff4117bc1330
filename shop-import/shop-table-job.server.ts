/** Reads a table of another shop in a worker process: recognises it, and gives its rows in parts. */
import { FeedFault } from '../catalogue-import/feed-fault.ts'
import {
  linesOf,
  openFeed,
  type TextSource,
  type WorkbookSource,
} from '../catalogue-import/feed-source.server.ts'
import { openPrestashopArchive } from '../catalogue-import/prestashop-archive.server.ts'
import { filePartsOf, type FilePart } from '../catalogue-import/file-parts.server.ts'
import { shortened } from '../catalogue-import/row-report.ts'
import { findHeader, type FoundHeader } from '../catalogue-import/table-header.ts'
import { tablePresets } from '../catalogue-import/table-presets.ts'
import { readTable, readTableStart } from '../catalogue-import/table-source.server.ts'
import type { Table } from '../catalogue-import/table.ts'
import { openSheet } from '../catalogue-import/workbook-sheet.server.ts'
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
  /** Of a workbook, the sheet to read; null: the first that is known. */
  sheet: string | null
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
    const products = await openPrestashopArchive(input)
    if (products !== null) {
      products.source.close()
      return { source: products.source, head: null, rows: noRows(), bytesOf }
    }
    const source = await openFeed(input.file, input)
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
    const table =
      source.kind === 'table'
        ? await openTable(source, input)
        : source.kind === 'workbook'
          ? await openWorkbookTable(source, input)
          : null
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

interface OpenTable extends Omit<ShopTableHead, 'entry'> {
  rows: AsyncIterable<ShopTableRow>
}

async function openTable(
  { chunks: all, encoding }: TextSource,
  input: ShopTableInput,
): Promise<OpenTable | null> {
  const { cuts, chunks } = await readTableStart(all)
  for (const { separator, rows } of cuts) {
    const found = findHeader(rows, shopTablePresets)
    if (found === null) continue
    return tableOf(found, readTable(chunks, { ...found, separator }), {
      form: { encoding, separator },
      input,
    })
  }
  return null
}

/** Null where a sheet is of products, unless another one is named: a workbook of them may have others beside it. */
async function openWorkbookTable(
  { archive }: WorkbookSource,
  input: ShopTableInput,
): Promise<OpenTable | null> {
  const opened = await openSheet(archive, { ...input, presets: [...shopTablePresets, ...tablePresets] })
  if (!('searched' in opened)) {
    const { header, rows, sheet, sheets } = opened
    const preset = shopTablePresets.find((each) => each === header.preset)
    const table = { columns: header.columns, rows }
    const products =
      preset && input.sheet === null ? await openSheet(archive, { ...input, presets: tablePresets }) : null
    const isOfProducts = products !== null && !('searched' in products)
    if (preset && !isOfProducts)
      return tableOf({ ...header, preset }, table, { form: { sheet, sheets }, input })
  }
  archive.close()
  return null
}

function tableOf(
  { preset, columns, row }: FoundHeader<ShopTablePreset>,
  table: Table,
  {
    form,
    input: { store, location },
  }: {
    form: Partial<Pick<TableReading, 'encoding' | 'separator' | 'sheet' | 'sheets'>>
    input: ShopTableInput
  },
): OpenTable {
  const reading: TableReading = {
    ...listReading(preset.name),
    ...form,
    headerRow: row,
    columnCount: columns.length,
    unusedColumns: preset.unused(columns).filter(Boolean).slice(0, namedColumns).map(shortened),
  }
  return { holds: preset.holds, table: reading, rows: preset.read(table, stores[store], { location }) }
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
