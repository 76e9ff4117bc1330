/** Reads a feed in a worker process: opens the file, and gives its rows in parts. */
import type { ColumnMapping } from '../domain/catalogue/column-mapping.ts'
import type { TableReading } from '../domain/catalogue/feed-upload.ts'
import { storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { FeedFault } from './feed-fault.ts'
import { openFeed, type FeedFormat, type FeedSource } from './feed-source.server.ts'
import { readRecordFeed } from './record-table.server.ts'
import { mappedTable } from './mapped-table.ts'
import { merchantTable } from './merchant-table.ts'
import { openPrestashopArchive } from './prestashop-archive.server.ts'
import { presetRows, readingOf, type OpenTable } from './table-feed.server.ts'
import { tablePresets } from './table-presets.ts'
import type { TablePreset } from './table.ts'
import { filePartsOf, type FilePart } from './file-parts.server.ts'

/** What the file is. */
export interface FeedHead {
  format: FeedFormat
  /** Null: the file is no table. */
  table: TableReading | null
  /** Of an archive, the file that was read. */
  entry: string | null
}

export interface FeedInput {
  file: string
  /** Of a Merchant Center feed; null: NDJSON names the stores. */
  store: StoreCode | null
  /** Of a workbook; null: the first one with known columns. */
  sheet: string | null
  /** How staff have mapped the columns of a table; null: a form of table that is known. */
  mapping: ColumnMapping | null
  mostUnpackedBytes: number
  mostRows: number
}

export async function* run(input: FeedInput): AsyncGenerator<FilePart<FeedHead, CatalogueRow>> {
  yield* filePartsOf(async () => {
    const { mapping, store } = input
    const bytesOf = ({ bytes }: CatalogueRow) => bytes
    const both = mapping === null && store !== null ? await openPrestashopArchive(input) : null
    if (both !== null && store !== null) {
      const { source, entry, header, form, table } = both
      const head: FeedHead = { format: 'csv', table: readingOf(header, form), entry }
      const rows = presetRows(header.preset, table, stores[store])
      return { source, head, rows: limited(rows, input), bytesOf }
    }
    const source = await openFeed(input.file, input)
    const presets = mapping === null ? tablePresets : [mappedTable(mapping, input.store)]
    const { rows, format, table } = await openRows(source, { ...input, presets })
    return {
      source,
      head: { format, table, entry: source.entry },
      rows: limited(rows, input),
      bytesOf,
    }
  })
}

/** The rows of an opened file. The reader of the format alone is loaded: that of NDJSON has a schema of every record. */
export async function openRows(
  source: FeedSource,
  {
    file,
    store: code,
    sheet,
    presets,
  }: Pick<FeedInput, 'file' | 'store' | 'sheet'> & { presets: readonly TablePreset[] },
): Promise<OpenTable> {
  const isMapped = !presets.includes(merchantTable)
  if (source.kind === 'json' && !isMapped && isCatalogue(source.begin)) {
    const { readNdjsonFeed } = await import('./ndjson-feed.server.ts')
    return { format: 'ndjson', table: null, firstRows: [], rows: readNdjsonFeed(source.chunks) }
  }
  if (code === null) throw new FeedFault('store_missing', { stores: storeCodes.join(', ') })
  const store = stores[code]
  if (source.kind === 'workbook') {
    const { readWorkbookFeed } = await import('./workbook-feed.server.ts')
    return readWorkbookFeed(source.archive, { file, sheet, store, presets })
  }
  const { kind, begin, encoding, chunks } = source
  if (kind === 'json') {
    const { isJsonLines, readJsonLines, readJsonRecords } = await import('./json-records.server.ts')
    const records = isJsonLines(begin) ? readJsonLines(chunks) : readJsonRecords(chunks)
    return readRecordFeed(records, { format: 'json', store, presets })
  }
  if (kind === 'table') {
    const { readTableFeed } = await import('./table-feed.server.ts')
    return readTableFeed(chunks, { encoding, store, presets })
  }
  const { isMerchantXml, readXmlFeed } = await import('./xml-feed.server.ts')
  if (!isMapped && isMerchantXml(begin))
    return { format: 'xml', table: null, firstRows: [], rows: readXmlFeed(chunks, store) }
  const { isBmecat, readBmecatRecords } = await import('./bmecat-records.server.ts')
  if (isBmecat(begin)) {
    // Of a document that has been unpacked once within its limits.
    const open = async () => {
      const again = await openFeed(file)
      if (again.kind === 'workbook') throw new Error('a document of XML is no workbook')
      return again.chunks
    }
    const [, records] = await Promise.all([drained(chunks), readBmecatRecords(open, store)])
    return readRecordFeed(records, { format: 'xml', store, presets })
  }
  const { readXmlRecords } = await import('./xml-records.server.ts')
  return readRecordFeed(readXmlRecords(chunks), { format: 'xml', store, presets })
}

/** Reads to the end, which ends with a fault where the contents are larger than they may be. */
async function drained(chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of chunks);
}

/** Records of the catalogue say what they are; a line that is damaged is refused by itself. */
const isCatalogue = (begin: string): boolean => /^\s*\{/.test(begin) && /[{,]\s*"record"\s*:\s*"/.test(begin)

async function* limited(rows: AsyncIterable<CatalogueRow>, { file, mostRows }: FeedInput) {
  for await (const row of rows) {
    if (row.row > mostRows) throw new FeedFault('too_many_rows', { file, maximum: mostRows })
    yield row
  }
}
