/**
 * Checks a feed that was uploaded, and starts its import as a job: it is written to a file of limited size first, so that
 * no upload fills the memory, and read from there as the CLI does. The file is removed afterwards; the job has its own.
 */
import type { Kysely } from 'kysely'
import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import {
  confirmedContents,
  type FeedChange,
  type FeedOutcome,
  type FeedRefusal,
  type FeedUpload,
  type FeedUploads,
} from '../domain/catalogue/feed-upload.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { keepFile } from '../domain/staff-jobs/staff-job-repository.server.ts'
import { Postponed } from '../domain/staff-jobs/postponed.ts'
import { startStaffJob, type StartServices } from '../domain/staff-jobs/start-staff-job.server.ts'
import { checkPictures } from './check-pictures.server.ts'
import { FeedFault } from './feed-fault.ts'
import { readColumns } from './import-mappings.server.ts'
import { importProducts, type ImportOptions, type ImportResult } from './import-products.server.ts'
import { createNewProducts, type NewProducts } from './new-products.ts'
import { createProblemList, type ProblemList } from './problem-list.ts'
import type { ChangeReport } from './row-report.ts'
import { clearsOf, mappingOfStore } from './store-columns.ts'

/** Changes and refused rows that an answer lists; all of them are counted. */
const listed = 1000

/** Refused rows of a file for several stores that are compared. */
const mostRefusals = 10_000

/** Currencies that an answer names. */
const mostCurrencies = 5

/** Rows of an upload; the CLI imports more. */
const mostRows = 1_000_000

/** A feed is a fifth to a tenth of its size when it is packed. */
const mostUnpackedRatio = 10

class TooLarge extends Error {}
class ImportRunning extends Error {}

/** Checks a file that holds something else than products; null: it holds them, or nothing that is known. */
export type CheckOther = (
  actor: Actor,
  upload: Pick<FeedUpload, 'may' | 'location' | 'alsoStores'> & {
    file: string
    store: StoreCode
    mostUnpackedBytes: number
    mostRows: number
  },
) => Promise<{ ok: true; outcome: FeedOutcome } | FeedRefusal | null>

export interface UploadOptions extends StartServices {
  /** Where the file is while it is checked; whatever a killed process leaves there is removed by the next one. */
  folder: string
  /** Largest file, as uploaded. */
  mostBytes: number
  /** Largest archive of pictures; that of a file by default. */
  mostPictureBytes?: number
  /** Files of products alone are taken without it. */
  checkOther?: CheckOther
}

export function createUploads(options: UploadOptions): FeedUploads {
  return {
    columns: (upload) =>
      withFile(options, upload, async (file) => {
        const { store, sheet, mapping, header } = upload
        const mostUnpackedBytes = options.mostBytes * mostUnpackedRatio
        const input = { file, store, sheet, mapping, header, mostUnpackedBytes }
        return { ok: true, found: await readColumns(input) }
      }),
    check: (actor, upload) => withFile(options, upload, (file) => checkFile(options, actor, upload, file)),
    start: (actor, upload) =>
      withFile(options, upload, async (file) => {
        // The check of the same file again: the products may have changed since the person saw its result.
        const checked = await checkFile(options, actor, upload, file)
        if (!checked.ok) return checked
        const { outcome } = checked
        if (confirmedContents.has(outcome.holds) && !upload.isSteppedUp)
          return { ok: false, code: 'step_up_required' }
        if (outcome.clears.length > 0) return { ok: false, code: 'clears_too_much', clears: outcome.clears }
        const filled = storesOf(upload)
        // Of the jobs of one file, which are rolled back from the last to the first.
        const together = randomUUID()
        const startIn = (db: Kysely<DB>, store: StoreCode) =>
          startStaffJob({ ...options, db }, actor, {
            kind: 'feed-import',
            staffId: upload.staffId,
            terms: {
              file: upload.name,
              format: outcome.format,
              holds: outcome.holds,
              location: upload.location,
              ...(upload.alsoStores.length > 0 && { alsoStores: upload.alsoStores }),
              clear: clearsOf(upload.clear, { store, targets: filled }),
              ...(upload.setStock && { setStock: true }),
              ...(filled.length > 1 && { together }),
              ...(upload.pictures !== null && { pictures: upload.pictures }),
              ...(upload.sheet !== null && { sheet: upload.sheet }),
              // As it is now: a mapping may be changed while the job waits.
              ...(upload.mapping !== null && { mapping: mappingOfStore(upload.mapping, store) }),
            },
            reason: upload.name,
            stores: [store],
            total: outcome.read / filled.length,
            prepare: (trx, id) =>
              keepFile(
                trx,
                id,
                createReadStream(file, { highWaterMark: keptPartBytes }) as AsyncIterable<Buffer>,
              ),
          })
        // All or none: a file for several stores is imported by one job for each.
        const jobs = await options.db.transaction().execute(async (trx) => {
          const started: number[] = []
          for (const store of filled) started.push(await startIn(trx, store))
          await upload.onStarted?.(trx, started[0]!)
          return started
        })
        return { ok: true, job: jobs[0]!, jobs }
      }),
  }
}

/** Size of the parts in which the file of a job is kept. */
const keptPartBytes = 1024 * 1024

/** Receives the file, and answers what `use` makes of it. */
async function withFile<Answer>(
  { folder: uploads, ...limits }: UploadOptions,
  upload: Pick<FeedUpload, 'content' | 'announcedBytes'> & Partial<Pick<FeedUpload, 'pictures'>>,
  use: (file: string) => Promise<Answer>,
): Promise<Answer | FeedRefusal> {
  const mostBytes =
    (upload.pictures ?? null) === null ? limits.mostBytes : (limits.mostPictureBytes ?? limits.mostBytes)
  // Refused before the body is read: an upload that is aborted while it is sent gets no answer.
  if ((upload.announcedBytes ?? 0) > mostBytes) return tooLarge(mostBytes)
  await mkdir(uploads, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(uploads, 'feed-'))
  const file = join(folder, 'feed')
  try {
    await pipeline(upload.content, limited(mostBytes), createWriteStream(file, { mode: 0o600 }))
    return await use(file)
  } catch (error) {
    return refusalOf(error, mostBytes)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The stores that the products of a file are imported to. */
const storesOf = ({ store, mapping, stores: several }: FeedUpload): readonly StoreCode[] =>
  mapping === null ? [store] : (several ?? [store])

async function checkFile(
  { db, mostBytes, checkOther }: UploadOptions,
  actor: Actor,
  upload: FeedUpload,
  file: string,
): Promise<{ ok: true; outcome: FeedOutcome } | FeedRefusal> {
  const { store, sheet, mapping, clear, may, location, alsoStores, pictures, setStock } = upload
  if (pictures !== null && mapping === null) {
    const found = await checkPictures(db, { file, may, listed, present: pictures })
    if (found) return found
    // Larger files are taken for their pictures alone.
    if ((await stat(file)).size > mostBytes) return tooLarge(mostBytes)
  }
  const limits = { mostUnpackedBytes: mostBytes * mostUnpackedRatio, mostRows }
  // What staff have mapped are products.
  const other =
    mapping === null ? await checkOther?.(actor, { file, store, may, location, alsoStores, ...limits }) : null
  if (other) return other
  if (!may('products')) return { ok: false, code: 'not_permitted' }
  const found: Found = {
    changes: [],
    problems: createProblemList(listed),
    refusals: new Set(),
    otherCurrencies: new Set(),
    newProducts: createNewProducts(),
  }
  const options = {
    file,
    dryRun: true,
    sheet: sheet ?? undefined,
    mapping: mapping ?? undefined,
    setStock,
    ...limits,
  }
  const targets = storesOf(upload)
  const results: ImportResult[] = []
  for (const code of targets)
    results.push(
      await checkStore(
        db,
        actor,
        { ...options, store: code, clear: clearsOf(clear, { store: code, targets }) },
        { found, targets },
      ),
    )
  return { ok: true, outcome: outcomeOf(results, targets, found) }
}

/** What the check of a file lists, of all its stores. */
interface Found {
  changes: FeedChange[]
  problems: ProblemList
  /** Rows that were refused in an earlier store for the same reason are listed once. */
  refusals: Set<string>
  otherCurrencies: Set<string>
  /** Of the first store. */
  newProducts: NewProducts
}

function checkStore(
  db: Kysely<DB>,
  actor: Actor,
  options: Omit<ImportOptions, 'reportDirectory'> & { store: StoreCode },
  { found, targets }: { found: Found; targets: readonly StoreCode[] },
): Promise<ImportResult> {
  const { changes, problems, refusals, otherCurrencies, newProducts } = found
  const isSeveral = targets.length > 1
  // The changes of each store are seen, however many one of them has.
  const most = changes.length + Math.floor(listed / targets.length)
  return importProducts(db, actor, {
    ...options,
    // The answer has the problems; a file of them would stay, and be fifty times as long as a file of bad rows.
    reportDirectory: null,
    onWait: () => {
      throw new ImportRunning()
    },
    onReport: (report) => {
      if (isSeveral && report.outcome === 'refused') {
        const key = JSON.stringify([report.row, report.code, report.column, report.value])
        if (refusals.has(key)) return
        if (refusals.size < mostRefusals) refusals.add(key)
      }
      problems.add(report)
      const other = report.detail?.code === 'other_currency' ? report.detail.values?.['found'] : undefined
      if (other !== undefined && otherCurrencies.size < mostCurrencies) otherCurrencies.add(String(other))
    },
    onCreated: (row) => {
      if (options.store === targets[0]) newProducts.add(row)
    },
    onChange: (change) => {
      if (changes.length < most)
        changes.push({ ...changeOf(change), ...(isSeveral && { store: options.store }) })
    },
  })
}

/** Counts of several stores are added up. */
function outcomeOf(
  results: readonly ImportResult[],
  targets: readonly StoreCode[],
  { changes, problems, otherCurrencies, newProducts }: Found,
): FeedOutcome {
  const [{ format, table, entry }] = results as [ImportResult, ...ImportResult[]]
  const sum = (count: (result: ImportResult) => number) =>
    results.reduce((total, result) => total + count(result), 0)
  const columns = new Map<string, { column: string; changed: number; cleared: number }>()
  for (const [column, { changed, cleared }] of results.flatMap((result) => Object.entries(result.columns))) {
    const known = columns.get(column) ?? { column, changed: 0, cleared: 0 }
    columns.set(column, { column, changed: known.changed + changed, cleared: known.cleared + cleared })
  }
  return {
    holds: 'products',
    locations: [],
    audience: null,
    format,
    table,
    entry,
    read: sum(({ read }) => read),
    created: sum(({ created }) => created),
    changed: sum(({ changed }) => changed),
    unchanged: sum(({ unchanged }) => unchanged),
    refused: sum(({ refused }) => refused),
    repaired: sum(({ repaired }) => repaired),
    redirects: sum(({ redirects }) => redirects),
    ...(targets.length > 1 && {
      stores: results.map(({ created, changed, unchanged, refused, repaired }, at) => {
        const store = targets[at]!
        return { store, created, changed, unchanged, refused, repaired }
      }),
    }),
    pictures: null,
    newProducts: newProducts.first(),
    columns: [...columns.values()],
    clears: results.flatMap(({ excessiveClears }, at) =>
      excessiveClears.map((clear) => ({ ...clear, ...(targets.length > 1 && { store: targets[at]! }) })),
    ),
    changes,
    problems: problems.takeRefused(),
    notes: problems.notes(),
    currency: format === 'ndjson' ? null : stores[targets[0]!].currency,
    otherCurrencies: [...otherCurrencies],
  }
}

/** Passes at most so many bytes on; more end the upload. */
const limited = (mostBytes: number) =>
  async function* (chunks: Readable): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > mostBytes) throw new TooLarge()
      yield chunk
    }
  }

const tooLarge = (mostBytes: number): FeedRefusal => ({
  ok: false,
  code: 'too_large',
  megabytes: mostBytes / 1024 / 1024,
})

function refusalOf(error: unknown, mostBytes: number): FeedRefusal {
  if (error instanceof TooLarge) return tooLarge(mostBytes)
  if (error instanceof ImportRunning || error instanceof Postponed)
    return { ok: false, code: 'import_running' }
  if (error instanceof FeedFault) {
    // The person knows the file by another name.
    const { file: _path, ...values } = error.values
    return { ok: false, code: 'unreadable_feed', fault: { code: error.code, values } }
  }
  throw error
}

const changeOf = ({ row, id, column, before, after }: ChangeReport) => ({
  row,
  sku: id ?? null,
  column,
  before,
  after,
})
