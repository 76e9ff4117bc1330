/** Reads a feed in a worker process: opens the file, and gives its rows in parts. */
import type { TableReading } from '../domain/catalogue/feed-upload.ts'
import { storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { FeedFault } from './feed-fault.ts'
import { openFeed, type FeedFormat, type FeedSource } from './feed-source.server.ts'
import { readRecordFeed } from './record-table.server.ts'
import type { OpenTable } from './table-feed.server.ts'
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
  mostUnpackedBytes: number
  mostRows: number
}

export async function* run(input: FeedInput): AsyncGenerator<FilePart<FeedHead, CatalogueRow>> {
  yield* filePartsOf(async () => {
    const source = await openFeed(input.file, input)
    const { rows, ...head } = await openRows(source, input)
    return {
      source,
      head: { ...head, entry: source.entry },
      rows: limited(rows, input),
      bytesOf: ({ bytes }) => bytes,
    }
  })
}

/** The reader of the format alone is loaded: that of NDJSON has a schema of every record. */
async function openRows(source: FeedSource, { file, store: code, sheet }: FeedInput): Promise<OpenTable> {
  if (source.kind === 'json' && isCatalogue(source.begin)) {
    const { readNdjsonFeed } = await import('./ndjson-feed.server.ts')
    return { format: 'ndjson', table: null, rows: readNdjsonFeed(source.chunks) }
  }
  if (code === null) throw new FeedFault('store_missing', { stores: storeCodes.join(', ') })
  const store = stores[code]
  if (source.kind === 'workbook') {
    const { readWorkbookFeed } = await import('./workbook-feed.server.ts')
    return readWorkbookFeed(source.archive, { file, sheet, store })
  }
  const { kind, begin, encoding, chunks } = source
  if (kind === 'json') {
    const { isJsonLines, readJsonLines, readJsonRecords } = await import('./json-records.server.ts')
    const records = isJsonLines(begin) ? readJsonLines(chunks) : readJsonRecords(chunks)
    return readRecordFeed(records, { format: 'json', store })
  }
  if (kind === 'table') {
    const { readTableFeed } = await import('./table-feed.server.ts')
    return readTableFeed(chunks, encoding, store)
  }
  const { isMerchantXml, readXmlFeed } = await import('./xml-feed.server.ts')
  if (isMerchantXml(begin)) return { format: 'xml', table: null, rows: readXmlFeed(chunks, store) }
  const { readXmlRecords } = await import('./xml-records.server.ts')
  return readRecordFeed(readXmlRecords(chunks), { format: 'xml', store })
}

/** Records of the catalogue say what they are; a line that is damaged is refused by itself. */
const isCatalogue = (begin: string): boolean => /^\s*\{/.test(begin) && /[{,]\s*"record"\s*:\s*"/.test(begin)

async function* limited(rows: AsyncIterable<CatalogueRow>, { file, mostRows }: FeedInput) {
  for await (const row of rows) {
    if (row.row > mostRows) throw new FeedFault('too_many_rows', { file, maximum: mostRows })
    yield row
  }
}
