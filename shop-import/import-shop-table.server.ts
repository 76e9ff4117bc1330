/**
 * Imports a table that another shop has exported, other than its products: redirects … It streams, writes batches of
 * rows in a transaction each, and is idempotent: what is stored already is not written again.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { FeedFault } from '../catalogue-import/feed-fault.ts'
import { readFileInWorker, type FileReading } from '../catalogue-import/file-parts.server.ts'
import type { ChangeReport, ProblemCode, RowReport } from '../catalogue-import/row-report.ts'
import { databaseRefusal, retryingDeadlocks } from '../catalogue-import/write-batch.server.ts'
import type { Actor } from '../domain/audit/actor.ts'
import { audited } from '../domain/audit/audited.server.ts'
import { dryRun } from '../domain/audit/dry-run.server.ts'
import type { CountedStock } from '../domain/stock/counted-stock.server.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import { workerJob } from '../domain/workers/worker-job.ts'
import type { CustomerAudience } from '../domain/catalogue/feed-upload.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { countAudience } from './customer-audience.ts'
import type { run, ShopTableHead } from './shop-table-job.server.ts'
import type { ShopTableContents, ShopTableRow } from './shop-table.ts'
import type { RowOutcome, ShopTableWriter, WrittenRow } from './shop-table-writer.ts'
import { couponWriter } from './write-coupons.server.ts'
import { formerPageWriter } from './write-former-pages.server.ts'
import { giftCardWriter } from './write-gift-cards.server.ts'
import { customerWriter } from './write-customers.server.ts'
import { orderWriter } from './write-orders.server.ts'
import { redirectWriter } from './write-redirects.server.ts'
import { storeCreditWriter } from './write-store-credit.server.ts'
import { stockWriter } from './write-stock.server.ts'
import { subscriberWriter } from './write-subscribers.server.ts'
import { translationWriter } from './write-translations.server.ts'

/** Each import has a writer of its own. */
const writers: Record<ShopTableContents, () => ShopTableWriter> = {
  redirects: () => redirectWriter,
  'former-pages': formerPageWriter,
  stock: stockWriter,
  customers: () => customerWriter,
  subscribers: () => subscriberWriter,
  orders: () => orderWriter,
  'gift-cards': () => giftCardWriter,
  'store-credit': () => storeCreditWriter,
  coupons: () => couponWriter,
  translations: () => translationWriter,
}

const shopTableJob = workerJob<typeof run>({ module: 'shop-import/shop-table-job.server.ts', seconds: 60 })

export interface ShopTableFile {
  file: string
  store: StoreCode
  /** Of stock: the location that counts; all of them by default. */
  location?: string | null | undefined
  /** Of a workbook, the sheet to read; by default the first that is known. */
  sheet?: string | null | undefined
  /** Longest contents of the file, unpacked; no limit by default. */
  mostUnpackedBytes?: number | undefined
  /** No limit by default. */
  mostRows?: number | undefined
}

/** Opens such a table; null: the file is none. Throws FeedFault when it cannot be read. */
export async function openShopTable({
  location = null,
  sheet = null,
  mostUnpackedBytes = Infinity,
  mostRows = Infinity,
  ...file
}: ShopTableFile): Promise<FileReading<ShopTableHead, ShopTableRow> | null> {
  const { head, ...reading } = await readFileInWorker(shopTableJob, {
    ...file,
    location,
    sheet,
    mostUnpackedBytes,
    mostRows,
  })
  if (head !== null) return { head, ...reading }
  await reading.close()
  return null
}

export interface ShopTableOptions extends ShopTableFile {
  /** Hosts that addresses of the shop may name. */
  ownHosts: readonly string[]
  /** Under which codes of gift cards are stored. */
  keys: Keyring
  dryRun?: boolean | undefined
  clock: () => number
  /** ISO time at which figures of the file held; now by default. */
  heldAt?: string | undefined
  /** Of codes: stores besides it in which the percentages are valid. */
  alsoStores?: readonly StoreCode[] | undefined
  /** Keeps the stock that a batch has counted, in its transaction, so that the import can be taken back. */
  keepCounted?: (trx: Kysely<DB>, counted: readonly (CountedStock & { row: number })[]) => Promise<void>
  onReport?: (report: RowReport) => void
  onChange?: (change: ChangeReport) => void
  /** After each batch. */
  onProgress?: (counts: ShopTableCounts) => void | Promise<void>
}

export interface ShopTableCounts {
  read: number
  created: number
  changed: number
  unchanged: number
  refused: number
  repaired: number
}

export interface ShopTableResult extends ShopTableHead, ShopTableCounts {
  dryRun: boolean
  /** Of stock: the locations that the rows name. */
  locations: string[]
  /** Null: the file holds no customers. */
  audience: CustomerAudience | null
  /** Reason → rejected, repaired and noted rows. */
  reasons: Partial<Record<ProblemCode, number>>
}

/** Locations that an answer names. */
const mostLocations = 100

const locationsOf = ({ values }: ShopTableRow): readonly string[] =>
  (values as { locations?: readonly string[] } | undefined)?.locations ?? []

/** Rows of a transaction. */
const perBatch = 500

/** Each translated product is saved as the page of products does, with locks of its own until the transaction ends. */
const translationsPerBatch = 50

/** Imports an opened table to its end, and closes it. Throws FeedFault when it can be read no further; committed rows stay. */
export async function importShopTable(
  db: Kysely<DB>,
  actor: Actor,
  opened: FileReading<ShopTableHead, ShopTableRow>,
  options: ShopTableOptions,
): Promise<ShopTableResult> {
  const counts: ShopTableCounts = { read: 0, created: 0, changed: 0, unchanged: 0, refused: 0, repaired: 0 }
  const reasons: ShopTableResult['reasons'] = {}
  const { head } = opened
  const locations = new Set<string>()
  const audience = head.holds === 'customers' ? countAudience(stores[options.store].countryCode) : null
  try {
    const digest = await digestOf(options.file)
    const batches = {
      db,
      actor,
      digest,
      options,
      holds: head.holds,
      writer: writers[head.holds](),
      seen: new Map<string, number>(),
      rolledBack: new Map<string, WrittenRow[]>(),
    }
    for await (const rows of batchesOf(
      opened.rows,
      head.holds === 'translations' ? translationsPerBatch : perBatch,
    )) {
      const written = await writeBatch(batches, rows)
      for (const [at, outcome] of written.entries()) {
        counts.read += 1
        for (const name of locationsOf(rows[at]!)) if (locations.size < mostLocations) locations.add(name)
        audience?.add(rows[at]!, outcome)
        report(rows[at]!, outcome, { counts, reasons, options })
      }
      await options.onProgress?.({ ...counts })
    }
  } finally {
    await opened.close()
  }
  if (counts.read === 0) throw new FeedFault('no_rows', { file: options.file })
  return {
    ...head,
    ...counts,
    locations: [...locations],
    audience: audience?.result() ?? null,
    reasons,
    dryRun: options.dryRun ?? false,
  }
}

async function* batchesOf(rows: AsyncIterable<ShopTableRow>, most: number): AsyncGenerator<ShopTableRow[]> {
  let batch: ShopTableRow[] = []
  let brokenOff: { by: unknown } | undefined
  try {
    for await (const row of rows) {
      batch.push(row)
      if (batch.length < most) continue
      yield batch
      batch = []
    }
  } catch (error) {
    brokenOff = { by: error }
  }
  if (batch.length > 0) yield batch
  if (brokenOff) throw brokenOff.by
}

interface Batches {
  db: Kysely<DB>
  actor: Actor
  digest: string
  options: ShopTableOptions
  holds: ShopTableContents
  writer: ShopTableWriter
  /** What a row is about → the first row about it. */
  seen: Map<string, number>
  /** Of a dry run: what rows are about that add to each other → those that wrote something, in their order. */
  rolledBack: Map<string, WrittenRow[]>
}

/** One outcome for each row. */
async function writeBatch(batches: Batches, rows: readonly ShopTableRow[]): Promise<RowOutcome[]> {
  const outcomes = new Map<ShopTableRow, RowOutcome>()
  const { writer } = batches
  for (const row of rows) {
    if (row.refused || row.values === undefined) {
      outcomes.set(row, { refused: row.refused ?? { code: 'missing' } })
      continue
    }
    const key = writer.keyOf(row.values)
    if (key === null) continue
    const earlier = batches.seen.get(key)
    if (earlier === undefined) batches.seen.set(key, row.row)
    else
      outcomes.set(row, {
        refused: { code: 'duplicate_id', detail: { code: 'earlier_row', values: { row: earlier } } },
      })
  }
  const writable = rows.filter((row) => !outcomes.has(row)) as WrittenRow[]
  const written = await writeOrSplit(batches, writable)
  for (const [at, row] of writable.entries()) outcomes.set(row, written[at]!)
  return rows.map((row) => outcomes.get(row)!)
}

/** If the database rejects something in a batch, it is halved until the row is found. */
async function writeOrSplit(batches: Batches, rows: readonly WrittenRow[]): Promise<RowOutcome[]> {
  if (rows.length === 0) return []
  try {
    return await writeRows(batches, rows)
  } catch (error) {
    const text = databaseRefusal(error)
    if (text === null) throw error
    if (rows.length === 1)
      return [{ refused: { code: 'database_refused', detail: { code: 'text', values: { text } } } }]
    const middle = Math.ceil(rows.length / 2)
    const first = await writeOrSplit(batches, rows.slice(0, middle))
    return [...first, ...(await writeOrSplit(batches, rows.slice(middle)))]
  }
}

async function writeRows(batches: Batches, rows: readonly WrittenRow[]): Promise<RowOutcome[]> {
  const { writer, options, rolledBack } = batches
  const { sharedKeyOf } = writer
  if (!options.dryRun || sharedKeyOf === undefined) return writeInTransaction(batches, rows)
  const keys = new Set(rows.map(({ values }) => sharedKeyOf(values)))
  const earlier = [...keys].flatMap((key) => rolledBack.get(key) ?? [])
  const outcomes = (await writeInTransaction(batches, [...earlier, ...rows])).slice(earlier.length)
  for (const [at, row] of rows.entries()) {
    const outcome = outcomes[at]!
    if ('refused' in outcome || outcome.outcome === 'unchanged') continue
    const key = sharedKeyOf(row.values)
    rolledBack.set(key, [...(rolledBack.get(key) ?? []), row])
  }
  return outcomes
}

function writeInTransaction(
  { db, actor, digest, options, holds, writer }: Batches,
  rows: readonly WrittenRow[],
): Promise<RowOutcome[]> {
  const { store, clock, ownHosts, keys, heldAt = null, alsoStores = [], keepCounted } = options
  const write = (connection: Kysely<DB>) =>
    audited(connection, actor, async (trx, record) => {
      const context = { store, alsoStores, ownHosts, keys, actor, now: new Date(clock()), heldAt }
      const outcomes = await writer.write(trx, rows, context)
      const counted = outcomes.flatMap((each, at) =>
        'counted' in each && each.counted ? [{ ...each.counted, row: rows[at]!.row }] : [],
      )
      if (counted.length > 0) await keepCounted?.(trx, counted)
      const count = (wanted: 'created' | 'changed') =>
        outcomes.filter((each) => 'outcome' in each && each.outcome === wanted).length
      const after = { holds, created: count('created'), changed: count('changed') }
      if (after.created + after.changed > 0)
        record({ action: 'shop.import', object: ['import', digest], store, after })
      return outcomes
    })
  return retryingDeadlocks(() => (options.dryRun ? dryRun(db, write) : db.transaction().execute(write)))
}

function report(
  row: ShopTableRow,
  outcome: RowOutcome,
  {
    counts,
    reasons,
    options: { onReport, onChange },
  }: Pick<ShopTableResult, 'reasons'> & { counts: ShopTableCounts; options: ShopTableOptions },
): void {
  const place = { row: row.row, line: row.line, ...(row.id !== undefined && { id: row.id }) }
  const say = (as: RowReport['outcome'], problem: Omit<RowReport, 'outcome' | 'row' | 'line' | 'id'>) => {
    reasons[problem.code] = (reasons[problem.code] ?? 0) + 1
    onReport?.({ outcome: as, ...place, ...problem })
  }
  if ('refused' in outcome) {
    counts.refused += 1
    say('refused', outcome.refused)
    return
  }
  counts[outcome.outcome] += 1
  const repaired = [...(row.repaired ?? []), ...(outcome.repaired ?? [])]
  if (repaired.length > 0) counts.repaired += 1
  for (const problem of repaired) say('repaired', problem)
  for (const problem of outcome.noted ?? []) say('noted', problem)
  for (const change of outcome.changes ?? []) onChange?.({ outcome: 'changed', ...place, ...change })
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex').slice(0, 16)
}
