/** Reads a feed in a worker process: opens the file, and gives its rows in parts. */
import { storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { FeedFault } from './feed-fault.ts'
import { openFeed, type FeedFormat, type FeedSource } from './feed-source.server.ts'
import { filePartsOf, type FilePart } from './file-parts.server.ts'

export interface FeedInput {
  file: string
  /** Of a Merchant Center feed; null: NDJSON names the stores. */
  store: StoreCode | null
  mostUnpackedBytes: number
  mostRows: number
}

export async function* run(input: FeedInput): AsyncGenerator<FilePart<{ format: FeedFormat }, CatalogueRow>> {
  yield* filePartsOf(async () => {
    const source = await openFeed(input.file, input)
    const rows = limited(await rowsOf(source, input.store), input)
    return { source, head: { format: source.format }, rows, bytesOf: ({ bytes }) => bytes }
  })
}

/** The reader of the format alone is loaded: that of NDJSON has a schema of every record. */
async function rowsOf(source: FeedSource, store: StoreCode | null): Promise<AsyncIterable<CatalogueRow>> {
  if (source.format === 'ndjson') {
    const { readNdjsonFeed } = await import('./ndjson-feed.server.ts')
    return readNdjsonFeed(source.chunks)
  }
  if (store === null) throw new FeedFault('store_missing', { stores: storeCodes.join(', ') })
  if (source.format === 'xml') {
    const { readXmlFeed } = await import('./xml-feed.server.ts')
    return readXmlFeed(source.chunks, stores[store])
  }
  const { readTsvFeed } = await import('./tsv-feed.server.ts')
  return readTsvFeed(source.chunks, stores[store])
}

async function* limited(rows: AsyncIterable<CatalogueRow>, { file, mostRows }: FeedInput) {
  for await (const row of rows) {
    if (row.row > mostRows) throw new FeedFault('too_many_rows', { file, maximum: mostRows })
    yield row
  }
}
