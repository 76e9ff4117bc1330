/** Reads feeds in worker processes, so that no file stops the shop. */
import type { ColumnMapping } from '../domain/catalogue/column-mapping.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { workerJob } from '../domain/workers/worker-job.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import type { FeedHead, run } from './feed-job.server.ts'
import { readFileInWorker, type FileReading } from './file-parts.server.ts'

export interface FeedLimits {
  /** Of a workbook; by default the first one with known columns. */
  sheet?: string | undefined
  /** How staff have mapped the columns of a table; by default it has a form that is known. */
  mapping?: ColumnMapping | undefined
  /** Longest contents of the file, unpacked; no limit by default. */
  mostUnpackedBytes?: number | undefined
  /** No limit by default. */
  mostRows?: number | undefined
}

/** Seconds for a part of a file: it is read at several megabytes a second. */
const feedJob = workerJob<typeof run>({ module: 'catalogue-import/feed-job.server.ts', seconds: 60 })

/** The rows of a feed of a store, or of an NDJSON file. Throws FeedFault when the file cannot be read. */
export function readFeed(
  file: string,
  store: StoreCode | undefined,
  { sheet, mapping, mostUnpackedBytes = Infinity, mostRows = Infinity }: FeedLimits = {},
): Promise<FileReading<FeedHead, CatalogueRow>> {
  return readFileInWorker(feedJob, {
    file,
    store: store ?? null,
    sheet: sheet ?? null,
    mapping: mapping ?? null,
    mostUnpackedBytes,
    mostRows,
  })
}
