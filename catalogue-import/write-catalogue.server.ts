/**
 * The only writer of the catalogue: feeds, NDJSON and the demo all use it. It writes in batches, each in one
 * transaction, and only differences; an interrupted import is completed by running it again. A row that
 * cannot be written is reported and never blocks another one.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { defaultStoreCode, storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { CatalogueRecord } from '../domain/catalogue/catalogue-record.ts'
import { batchesOf, type CatalogueRow } from './catalogue-rows.ts'
import { newFeedReferences, type FeedReferences } from './feed-references.server.ts'
import { closeStaging, openStaging } from './import-staging.server.ts'
import type { ChangeReport, RowReport } from './row-report.ts'
import { writeSiblings } from './write-siblings.server.ts'
import { writeBatch } from './write-batch.server.ts'
import type { ImportRecorder, WriteContext } from './write-context.server.ts'
import { writeRelations } from './write-relations.server.ts'

export interface WriteOptions {
  /** Sections of other stores stay unchanged; all stores by default. A feed needs exactly one. */
  stores?: readonly StoreCode[]
  /** Compute and report everything, write nothing. */
  dryRun?: boolean
  /** Rows per transaction, 1000 by default. */
  batchSize?: number
  /** Do nothing if there are products already. */
  onlyIfEmpty?: boolean
  /** Called after every batch. */
  onProgress?: (summary: WriteSummary) => void | Promise<void>
  /**
   * Called for every rejected or repaired row, in the order of the rows except for relations, which come
   * last.
   */
  onReport?: (report: RowReport) => void
  /** Called for every changed field of an existing product. Without it fields are not compared. */
  onChange?: (change: ChangeReport) => void
  /** Called for every row of a product that the import creates, or would create. */
  onCreated?: (row: CatalogueRow) => void
  /** Time of counting for stock quantities without their own, ISO text with microseconds; now by default. */
  countedAt?: string | undefined
  /** Since when quantities without any time hold, ISO text; the time of writing them by default. */
  heldAt?: string | undefined
  /** Digest of the file, which identifies its relative stock changes. */
  fileDigest?: string
  /** Keeps the products that change, so that the import can be taken back. */
  recorder?: ImportRecorder | undefined
  /** Called once if another import is running and this one waits for it. */
  onWait?: () => void
}

export interface WriteSummary {
  /** All rows; the sum of the next five. */
  read: number
  created: number
  changed: number
  unchanged: number
  /** Rows of other stores than the chosen one. */
  skipped: number
  refused: number
  /** Rows that were imported after a repair; included in the counts above. */
  repaired: number
  /** Redirects from former addresses of products that it made. */
  redirects: number
}

/** "anodimpo"; an arbitrary lock key, the same for every importer of a database. */
const importLockKey = '7020661378843832431'

/** Writes records from memory. References point backwards; relations and set parts may point anywhere. */
export function writeCatalogueRecords(
  db: Kysely<DB>,
  actor: Actor,
  records: Iterable<CatalogueRecord> | AsyncIterable<CatalogueRecord>,
  options: WriteOptions = {},
): Promise<WriteSummary> {
  return writeCatalogueRows(db, actor, numbered(records), options)
}

async function* numbered(
  records: Iterable<CatalogueRecord> | AsyncIterable<CatalogueRecord>,
): AsyncGenerator<CatalogueRow> {
  let row = 0
  for await (const record of records) {
    row += 1
    yield { row, line: row, bytes: 1000, record }
  }
}

/** Writes rows that a file reader has parsed or rejected. Faults are thrown; committed rows stay. */
export function writeCatalogueRows(
  db: Kysely<DB>,
  actor: Actor,
  rows: AsyncIterable<CatalogueRow>,
  options: WriteOptions = {},
): Promise<WriteSummary> {
  return db.connection().execute(async (connection) => {
    await takeTurn(connection, options)
    try {
      if (options.onlyIfEmpty && !(await catalogueIsEmpty(connection))) return emptySummary()
      await openStaging(connection)
      return await writeAll(connection, actor, rows, options)
    } finally {
      await closeStaging(connection).catch(() => {})
      await sql`select pg_advisory_unlock(${importLockKey}::bigint)`.execute(connection).catch(() => {})
    }
  })
}

/** Whether no product is for sale in any store. */
async function catalogueIsEmpty(db: Kysely<DB>): Promise<boolean> {
  const found = await sql<{ empty: boolean }>`select not exists (select from product) as empty`.execute(db)
  return found.rows[0]?.empty === true
}

function emptySummary(): WriteSummary {
  return { read: 0, created: 0, changed: 0, unchanged: 0, skipped: 0, refused: 0, repaired: 0, redirects: 0 }
}

/** Takes the turn for the transaction, if nobody has it: products are written by an import or by one save at a time. */
export async function takeTurnInside(trx: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${importLockKey}::bigint) as taken`.execute(trx)
  return rows[0]?.taken === true
}

/** How often, and after which pauses in milliseconds, a save asks for its turn: two seconds in all. */
const mostTries = 21
const pauseMs = 100

/** Whether the catalogue may be written now: the save of a colleague is waited for, which takes moments, an import is not. */
export async function waitForTurnInside(trx: Kysely<DB>): Promise<boolean> {
  for (let tries = 1; tries < mostTries; tries++) {
    if (await takeTurnInside(trx)) return true
    await sleep(pauseMs)
  }
  return takeTurnInside(trx)
}

/** Whether an import has the turn now. */
export const isImportRunning = (db: Kysely<DB>): Promise<boolean> =>
  db.transaction().execute(async (trx) => !(await waitForTurnInside(trx)))

/** One import at a time: two would compare with each other's uncommitted work. */
async function takeTurn(connection: Kysely<DB>, options: WriteOptions): Promise<void> {
  for (let waited = false; ; waited = true) {
    const answer = await sql<{ taken: boolean }>`
      select pg_try_advisory_lock(${importLockKey}::bigint) as taken`.execute(connection)
    if (answer.rows[0]?.taken) return
    if (!waited) options.onWait?.()
    await sleep(250)
  }
}

async function writeAll(
  connection: Kysely<DB>,
  actor: Actor,
  rows: AsyncIterable<CatalogueRow>,
  options: WriteOptions,
): Promise<WriteSummary> {
  const summary = emptySummary()
  const stores = options.stores ?? storeCodes
  const context: WriteContext = {
    actor,
    stores,
    dryRun: options.dryRun ?? false,
    countedAt: options.countedAt ?? null,
    heldAt: options.heldAt,
    fileDigest: options.fileDigest ?? '',
    wantsChanges: options.onChange !== undefined,
    inventedIds: new Map(),
    recorder: options.recorder,
  }
  const feed: { references: FeedReferences } = {
    references: newFeedReferences(stores[0] ?? defaultStoreCode),
  }
  const report = (entry: RowReport) => options.onReport?.(entry)
  let hasRecords = false
  let hasVariants = false
  let lastRow = 0
  for await (const batch of batchesOf(rows, options.batchSize ?? 1000)) {
    hasRecords ||= batch.some((row) => row.record?.record === 'product')
    lastRow = batch.reduce((last, { row }) => Math.max(last, row), lastRow)
    hasVariants ||= batch.some((row) => row.feed?.variant !== undefined)
    const written = await writeBatch(connection, batch, context, feed)
    for (const [at, outcome] of written.outcomes.entries()) {
      summary.read += 1
      if (outcome === 'created') options.onCreated?.(batch[at]!)
      summary[typeof outcome === 'object' ? 'refused' : outcome] += 1
    }
    const repaired = new Set(
      written.reports.filter((entry) => entry.outcome === 'repaired').map(({ row }) => row),
    )
    summary.repaired += repaired.size
    summary.redirects += written.redirects
    written.reports.forEach(report)
    for (const change of written.changes) options.onChange?.(change)
    await options.onProgress?.({ ...summary })
  }
  if (hasVariants) {
    const late = await writeSiblings(connection, context, {
      store: feed.references.store,
      facts: feed.references.facts,
      hasTags: feed.references.hasTags,
      lastRow,
      report: (entry) => {
        summary.repaired += 1
        report(entry)
      },
    })
    summary.unchanged -= late
    summary.changed += late
  }
  if (!hasRecords) return summary
  const late = await writeRelations(connection, context, ({ row, sku, ...problem }) => {
    summary.repaired += 1
    report({ outcome: 'repaired', row, line: row, id: sku, ...problem })
  })
  summary.unchanged -= late
  summary.changed += late
  return summary
}
