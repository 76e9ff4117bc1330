/**
 * Checks a feed that was uploaded, and starts its import as a job: it is written to a file of limited size first, so that
 * no upload fills the memory, and read from there as the CLI does. The file is removed afterwards; the job has its own.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Actor } from '../domain/audit/actor.ts'
import {
  confirmedContents,
  type FeedOutcome,
  type FeedRefusal,
  type FeedUpload,
  type FeedUploads,
} from '../domain/catalogue/feed-upload.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { keepFile } from '../domain/staff-jobs/staff-job-repository.server.ts'
import { startStaffJob, type StartServices } from '../domain/staff-jobs/start-staff-job.server.ts'
import { checkPictures } from './check-pictures.server.ts'
import { FeedFault } from './feed-fault.ts'
import { readColumns } from './import-mappings.server.ts'
import { importProducts } from './import-products.server.ts'
import { createNewProducts } from './new-products.ts'
import { createProblemList } from './problem-list.ts'
import type { ChangeReport } from './row-report.ts'

/** Changes and refused rows that an answer lists; all of them are counted. */
const listed = 1000

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
        const { store, sheet } = upload
        const mostUnpackedBytes = options.mostBytes * mostUnpackedRatio
        return { ok: true, found: await readColumns({ file, store, sheet, mostUnpackedBytes }) }
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
        const job = await startStaffJob(options, actor, {
          kind: 'feed-import',
          staffId: upload.staffId,
          terms: {
            file: upload.name,
            format: outcome.format,
            holds: outcome.holds,
            location: upload.location,
            ...(upload.alsoStores.length > 0 && { alsoStores: upload.alsoStores }),
            clear: upload.clear,
            ...(upload.pictures !== null && { pictures: upload.pictures }),
            ...(upload.sheet !== null && { sheet: upload.sheet }),
            // As it is now: a mapping may be changed while the job waits.
            ...(upload.mapping !== null && { mapping: upload.mapping }),
          },
          reason: upload.name,
          stores: [upload.store],
          total: outcome.read,
          prepare: (trx, id) =>
            keepFile(
              trx,
              id,
              createReadStream(file, { highWaterMark: keptPartBytes }) as AsyncIterable<Buffer>,
            ),
        })
        return { ok: true, job }
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

async function checkFile(
  { db, mostBytes, checkOther }: UploadOptions,
  actor: Actor,
  { store, sheet, mapping, clear, may, location, alsoStores, pictures }: FeedUpload,
  file: string,
): Promise<{ ok: true; outcome: FeedOutcome } | FeedRefusal> {
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
  const changes: FeedOutcome['changes'] = []
  const problems = createProblemList(listed)
  const otherCurrencies = new Set<string>()
  const newProducts = createNewProducts()
  const result = await importProducts(db, actor, {
    file,
    store,
    dryRun: true,
    sheet: sheet ?? undefined,
    mapping: mapping ?? undefined,
    clear,
    // The answer has the problems; a file of them would stay, and be fifty times as long as a file of bad rows.
    reportDirectory: null,
    ...limits,
    onWait: () => {
      throw new ImportRunning()
    },
    onReport: (report) => {
      problems.add(report)
      const other = report.detail?.code === 'other_currency' ? report.detail.values?.['found'] : undefined
      if (other !== undefined && otherCurrencies.size < mostCurrencies) otherCurrencies.add(String(other))
    },
    onCreated: (row) => newProducts.add(row),
    onChange: (change) => {
      if (changes.length < listed) changes.push(changeOf(change))
    },
  })
  const { format, table, entry, read, created, changed, unchanged, refused, repaired, redirects } = result
  const columns = Object.entries(result.columns).map(([column, counts]) => ({ column, ...counts }))
  const counts = { read, created, changed, unchanged, refused, repaired, redirects }
  return {
    ok: true,
    outcome: {
      holds: 'products',
      locations: [],
      audience: null,
      format,
      table,
      entry,
      ...counts,
      pictures: null,
      newProducts: newProducts.first(),
      columns,
      clears: result.excessiveClears,
      changes,
      problems: problems.takeRefused(),
      notes: problems.notes(),
      currency: format === 'ndjson' ? null : stores[store].currency,
      otherCurrencies: [...otherCurrencies],
    },
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
  if (error instanceof ImportRunning) return { ok: false, code: 'import_running' }
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
