/**
 * Imports a file into the catalogue: a Merchant Center feed for one store, or NDJSON for any. It streams, so
 * memory does not grow with the file, and is idempotent: unchanged data is not written.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { ColumnMapping } from '../domain/catalogue/column-mapping.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { createLocalPictures } from '../domain/pictures/local-pictures.server.ts'
import { countWaitingPhotos, waitingPhotos } from '../domain/catalogue/product-photos.server.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { excessiveClears, type ColumnClears } from './count-clears.server.ts'
import { FeedFault, type FeedFaultCode } from './feed-fault.ts'
import type { FeedHead } from './feed-job.server.ts'
import { readMoment } from './feed-values.ts'
import { clashingSkus } from './known-skus.server.ts'
import { openReport, type ReportFile } from './import-report.server.ts'
import { withLocalPictures } from './local-picture-rows.server.ts'
import { readFeed } from './read-feed.server.ts'
import type { ChangeReport, ProblemCode, RowReport } from './row-report.ts'
import { tagKey } from './row-tags.ts'
import { writeCatalogueRows, type WriteSummary } from './write-catalogue.server.ts'
import type { ImportRecorder } from './write-context.server.ts'

export interface ImportOptions {
  file: string
  /** Required for a feed; limits NDJSON to the sections of one store. */
  store?: StoreCode | undefined
  dryRun?: boolean | undefined
  /** Columns that the file may clear without limit. */
  clear?: readonly string[] | 'all' | undefined
  /** Time of counting for stock quantities without their own `quantity_at`; ISO text. */
  countedAt?: string | undefined
  /** When the file was received, ISO text: quantities without any time hold since then. By default, the import's begin. */
  heldAt?: string | undefined
  /** Directory for `file:` sources of pictures; without it they are rejected. */
  pictures?: string | undefined
  /** Directory of the report file, e.g. `DATA_DIR/reports`; null: none is written. */
  reportDirectory: string | null
  /** Of a workbook, the sheet to read; by default the first one with known columns. */
  sheet?: string | undefined
  /**
   * Of the product export of another shop: whether it sets the stock of products that the store has. By default it gives
   * new ones theirs, and leaves that of the others as it is.
   */
  setStock?: boolean | undefined
  /** Whether products get the tags of the file. By default they do not: most only sort the lists of a former shop. */
  takeTags?: boolean | undefined
  /** How staff have mapped the columns of a table; by default it has a form that is known. */
  mapping?: ColumnMapping | undefined
  /** Longest contents of the file, unpacked; no limit by default. */
  mostUnpackedBytes?: number | undefined
  /** Most rows of the file; no limit by default. */
  mostRows?: number | undefined
  /** Keeps the products that change, so that the import can be taken back. */
  recorder?: ImportRecorder | undefined
  now?: Date
  batchSize?: number
  onProgress?: (progress: ImportProgress) => void | Promise<void>
  onReport?: (report: RowReport) => void
  onChange?: (change: ChangeReport) => void
  /** For each row of a new product. */
  onCreated?: (row: CatalogueRow) => void
  onWait?: () => void
}

export interface ImportProgress extends WriteSummary {
  bytesRead: number
  bytesTotal: number
}

export interface ImportResult extends WriteSummary, FeedHead {
  dryRun: boolean
  seconds: number
  /** Reason code → rejected and repaired rows. */
  reasons: Partial<Record<ProblemCode, number>>
  /** Column → number of existing products whose value it changed, and how many of them it cleared. */
  columns: Record<string, { changed: number; cleared: number }>
  /** Columns that a dry run would clear too much: without `clear` the import is rejected. */
  excessiveClears: ColumnClears[]
  /** Rows with a counted stock quantity but no time of counting: it is valid as of the import. */
  countedNow: number
  /** Different tags that the rows have, whether or not they are taken. */
  tags: number
  /** Products of the catalogue whose skus differ only in case, at most 20 pairs. */
  skuClashes: [string, string][]
  /** Photos of the whole catalogue that are pending, and that failed. */
  pictures: { pending: number; failed: number }
  /** The report file, or null when nothing was rejected, repaired or changed, or none was asked for. */
  report: string | null
}

/** The file would clear too much of a column; nothing was written. */
export class ClearFault extends FeedFault {
  override name = 'ClearFault'
  readonly clears: readonly ColumnClears[]
  constructor(clears: readonly ColumnClears[]) {
    super('clears_too_much', clearValues(clears))
    this.clears = clears
  }
}

/** Lists each column with its numbers, and what to do. */
export const describeClears = (clears: readonly ColumnClears[]): string => new ClearFault(clears).message

function clearValues(clears: readonly ColumnClears[]): { columns: string; names: string } {
  const parts = clears.map(({ column, filled, cleared }) => `${column} of ${cleared} of ${filled} products`)
  return { columns: parts.join(', '), names: clears.map(({ column }) => column).join(',') }
}

/** Runs an import. Throws FeedFault when the file as a whole cannot be read; committed rows stay. */
export async function importProducts(
  db: Kysely<DB>,
  actor: Actor,
  options: ImportOptions,
): Promise<ImportResult> {
  const began = performance.now()
  const now = options.now ?? new Date()
  const begunAt = Date.now()
  const heldAt = new Date(Math.min(begunAt, Date.parse(options.heldAt ?? '') || begunAt)).toISOString()
  const countedAt = options.countedAt === undefined ? undefined : momentOf(options.countedAt)
  const clears = await unwantedClears(db, options, now)
  if (clears.length > 0 && !options.dryRun) throw new ClearFault(clears)
  const source = await readFeed(options.file, options.store, options)
  try {
    return await importRows(db, actor, options, { source, clears, countedAt, heldAt, began })
  } finally {
    await source.close()
  }
}

interface OpenImport {
  source: Awaited<ReturnType<typeof readFeed>>
  clears: readonly ColumnClears[]
  countedAt: string | undefined
  heldAt: string
  /** Milliseconds of performance.now(). */
  began: number
}

async function importRows(
  db: Kysely<DB>,
  actor: Actor,
  options: ImportOptions,
  { source, clears, countedAt, heldAt, began }: OpenImport,
): Promise<ImportResult> {
  const fileDigest = await digestOf(options.file)
  const count = { now: 0 }
  const dryRun = options.dryRun ?? false
  const pictures =
    options.pictures === undefined ? null : createLocalPictures(db, { folder: options.pictures, dryRun })
  const read = withLocalPictures(source.rows, db, pictures)
  const tags = new Set<string>()
  const tagged = countedTags(read, tags, options.takeTags === true)
  const rows = countedRows(options.setStock ? settingStock(tagged) : tagged, countedAt, count)
  const report = await openReport(options.reportDirectory, reportName(options))
  const reasons: ImportResult['reasons'] = {}
  const columns: ImportResult['columns'] = {}
  try {
    const summary = await writeCatalogueRows(db, actor, rows, {
      ...(options.store !== undefined && { stores: [options.store] }),
      dryRun: options.dryRun ?? false,
      countedAt,
      heldAt,
      fileDigest,
      recorder: options.recorder,
      ...(options.batchSize !== undefined && { batchSize: options.batchSize }),
      onProgress: (counts) =>
        options.onProgress?.({ ...counts, bytesRead: source.bytesRead(), bytesTotal: source.bytesTotal }),
      onReport: (entry) => {
        reasons[entry.code] = (reasons[entry.code] ?? 0) + 1
        report.add(entry)
        options.onReport?.(entry)
      },
      onChange: (change) => {
        const column = (columns[change.column] ??= { changed: 0, cleared: 0 })
        column.changed += 1
        if (change.after === '') column.cleared += 1
        report.add(change)
        options.onChange?.(change)
      },
      ...(options.onCreated && { onCreated: options.onCreated }),
      ...(options.onWait && { onWait: options.onWait }),
    })
    if (summary.read === 0) throw new FeedFault('no_rows', { file: options.file })
    return {
      ...summary,
      ...source.head,
      dryRun: options.dryRun ?? false,
      seconds: Math.round(performance.now() - began) / 1000,
      reasons,
      columns,
      excessiveClears: [...clears],
      countedNow: count.now,
      tags: tags.size,
      skuClashes: await clashingSkus(db, 20),
      pictures: dryRun ? { pending: 0, failed: 0 } : await reportPictures(db, report),
      report: await report.close(),
    }
  } catch (error) {
    await report.close()
    throw error
  }
}

/** At most this many failed photos are listed; `anode picture failed` has them all. */
const reportedPictures = 1000

/** Lists the photos that could not be stored, of this import and of earlier ones. */
async function reportPictures(db: Kysely<DB>, report: ReportFile): Promise<ImportResult['pictures']> {
  for (const photo of await waitingPhotos(db, { pending: false, limit: reportedPictures })) {
    if (!photo.failure) continue
    report.add({
      outcome: 'picture_failed',
      id: photo.skus[0] ?? '',
      value: photo.source,
      code: photo.failure.code,
      ...(photo.failure.detail !== null && { detail: photo.failure.detail }),
      next_attempt: photo.nextAttemptAt?.toISOString() ?? null,
    })
  }
  return countWaitingPhotos(db)
}

/** Throws FeedFault for a text that is not a moment. */
function momentOf(text: string): string {
  const read = readMoment(text)
  if (!read.ok) throw new FeedFault('bad_counted_at', { text })
  return read.value
}

/** Reads the file once without writing. A shop without products has nothing to lose. */
async function unwantedClears(db: Kysely<DB>, options: ImportOptions, now: Date): Promise<ColumnClears[]> {
  if (options.clear === 'all') return []
  const products = await sql`select from product limit 1`.execute(db)
  if (products.rows.length === 0) return []
  const source = await readFeed(options.file, options.store, options)
  const stores = options.store === undefined ? storeCodes : [options.store]
  const allowed = new Set(options.clear)
  try {
    const clears = await excessiveClears(db, untilFault(source.rows), stores, now.getTime())
    return clears.filter(({ column }) => !allowed.has(column))
  } finally {
    await source.close()
  }
}

/** Faults of a file that is not worth beginning: it takes too much, or nobody knows what it holds. */
const hopeless: ReadonlySet<FeedFaultCode> = new Set<FeedFaultCode>([
  'took_too_long',
  'too_deep',
  'too_many_rows',
  'too_much_memory',
  'too_large_unpacked',
  'worker_ended',
])

/**
 * The rows before the point where a file is cut off: those are imported, and the import itself reports the
 * fault.
 */
async function* untilFault(rows: AsyncIterable<CatalogueRow>): AsyncGenerator<CatalogueRow> {
  try {
    yield* rows
  } catch (error) {
    if (!(error instanceof FeedFault) || hopeless.has(error.code)) throw error
  }
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex').slice(0, 32)
}

/** Tags that are counted; a shop has fewer. */
const mostTags = 100_000

/** Counts the different tags, and leaves them out where they are not taken. */
async function* countedTags(
  rows: AsyncIterable<CatalogueRow>,
  found: Set<string>,
  isTaken: boolean,
): AsyncGenerator<CatalogueRow> {
  for await (const row of rows) {
    for (const name of row.feed?.tags ?? []) if (found.size < mostTags) found.add(tagKey(name))
    yield row.feed?.tags && !isTaken ? { ...row, feed: { ...row.feed, tags: undefined } } : row
  }
}

/** Counts the rows whose stock figure has no time of counting. */
async function* countedRows(
  rows: AsyncIterable<CatalogueRow>,
  countedAt: string | undefined,
  count: { now: number },
): AsyncGenerator<CatalogueRow> {
  for await (const row of rows) {
    if (countedAt === undefined && hasUndatedFigure(row)) count.now += 1
    yield row
  }
}

/** The same rows, whose stock holds for all products. */
async function* settingStock(rows: AsyncIterable<CatalogueRow>): AsyncGenerator<CatalogueRow> {
  for await (const row of rows)
    yield row.feed?.isFormerStock ? { ...row, feed: { ...row.feed, isFormerStock: undefined } } : row
}

function hasUndatedFigure({ feed, record }: CatalogueRow): boolean {
  if (feed) return feed.quantity !== null && !feed.quantity.relative && feed.countedAt === null
  if (record?.record !== 'product') return false
  return Object.values(record.stores).some((section) => section?.stock.countedAt === undefined)
}

/** `import-2026-11-20T20-30-00-123Z-sv-feed.tsv.gz`, so that reports sort by time and name their file. */
function reportName({ now = new Date(), store, file, dryRun }: ImportOptions): string {
  const time = now.toISOString().replace(/[:.]/g, '-')
  const name = basename(file)
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 60)
  return [dryRun ? 'dry-run' : 'import', time, ...(store ? [store] : []), name].join('-')
}
