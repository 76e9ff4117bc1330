/**
 * Imports a file into the catalogue: a Merchant Center feed for one store, or NDJSON for any. It streams, so
 * memory does not grow with the file, and repeats without harm: what is in already stays untouched.
 */
import { basename } from 'node:path'
import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.generated.ts'
import { stores, type StoreCode } from '../../stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { FeedFault, openFeed, type FeedFormat, type FeedSource } from './feed-source.server.ts'
import { openReport } from './import-report.server.ts'
import { readNdjsonFeed } from './ndjson-feed.server.ts'
import type { ProblemCode, RowReport } from './row-report.ts'
import { readTsvFeed } from './tsv-feed.server.ts'
import { writeCatalogueRows, type WriteSummary } from './write-catalogue.server.ts'
import { readXmlFeed } from './xml-feed.server.ts'

export interface ImportOptions {
  file: string
  /** Required for a feed; limits NDJSON to the sections of one store. */
  store?: StoreCode | undefined
  dryRun?: boolean | undefined
  /** Where the report file goes, e.g. `DATA_DIR/reports`. */
  reportDirectory: string
  now?: Date
  batchSize?: number
  onProgress?: (progress: ImportProgress) => void
  onReport?: (report: RowReport) => void
  onWait?: () => void
}

export interface ImportProgress extends WriteSummary {
  bytesRead: number
  bytesTotal: number
}

export interface ImportResult extends WriteSummary {
  format: FeedFormat
  dryRun: boolean
  seconds: number
  /** Reason code → refused and repaired rows. */
  reasons: Partial<Record<ProblemCode, number>>
  /** The report file, or null when every row went in as it was. */
  report: string | null
}

/** Runs an import. Throws FeedFault when the file as a whole cannot be read; what was committed stays. */
export async function importProducts(db: Kysely<DB>, options: ImportOptions): Promise<ImportResult> {
  const began = performance.now()
  const source = await openFeed(options.file)
  const rows = rowsOf(source, options.store)
  const report = await openReport(options.reportDirectory, reportName(options))
  const reasons: ImportResult['reasons'] = {}
  try {
    const summary = await writeCatalogueRows(db, rows, {
      ...(options.store !== undefined && { stores: [options.store] }),
      dryRun: options.dryRun ?? false,
      ...(options.batchSize !== undefined && { batchSize: options.batchSize }),
      onProgress: (counts) =>
        options.onProgress?.({ ...counts, bytesRead: source.bytesRead(), bytesTotal: source.bytesTotal }),
      onReport: (entry) => {
        reasons[entry.code] = (reasons[entry.code] ?? 0) + 1
        report.add(entry)
        options.onReport?.(entry)
      },
      ...(options.onWait && { onWait: options.onWait }),
    })
    if (summary.read === 0) throw new FeedFault(`${options.file} holds no rows.`)
    return {
      ...summary,
      format: source.format,
      dryRun: options.dryRun ?? false,
      seconds: Math.round(performance.now() - began) / 1000,
      reasons,
      report: await report.close(),
    }
  } catch (error) {
    await report.close()
    throw error
  }
}

function rowsOf(source: FeedSource, store: StoreCode | undefined): AsyncIterable<CatalogueRow> {
  if (source.format === 'ndjson') return readNdjsonFeed(source.chunks)
  if (store === undefined) throw new FeedFault('A product feed belongs to one store: say --store sv, no, de or da.')
  return source.format === 'xml' ? readXmlFeed(source.chunks, stores[store]) : readTsvFeed(source.chunks, stores[store])
} // prettier-ignore

/** `import-2026-11-20T20-30-00-123Z-sv-feed.tsv.gz`, so that reports sort by time and name their file. */
function reportName({ now = new Date(), store, file, dryRun }: ImportOptions): string {
  const time = now.toISOString().replace(/[:.]/g, '-')
  const name = basename(file).replace(/[^\w.-]+/g, '_').slice(0, 60)
  return [dryRun ? 'dry-run' : 'import', time, ...(store ? [store] : []), name].join('-')
} // prettier-ignore
