/**
 * Runs the jobs of staff: a batch of rows per transaction, whose outcomes are written with the changes. A run that is
 * killed is continued by another one, and no row is done twice; runs on several nodes alternate.
 */
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { ProductEditor } from '../catalogue/product-editor.ts'
import { removeRedirectsOfJob } from '../redirects/redirect-repository.server.ts'
import { assortmentRows } from './assortment-rows.server.ts'
import { runCampaignRows } from './campaign-rows.server.ts'
import { runCostRows } from './cost-rows.server.ts'
import { rollBackRows } from './import-rows.server.ts'
import { Postponed } from './postponed.ts'
import { runPriceRows } from './price-rows.server.ts'
import {
  abandonedJobs,
  countRedirects,
  countRun,
  findJob,
  finishJob,
  openRows,
  recordResults,
  uncountRun,
} from './staff-job-repository.server.ts'
import type { RunRows } from './run-rows.server.ts'
import type { RowResult, StaffJob, StaffJobKind } from './staff-job.ts'

/** Does a job to its end, by itself. */
export type RunJob = (services: RunServices, job: StaffJob) => Promise<void>

/** Imports the kept file of a job to its end. Throws `Postponed` while another import runs. */
export type RunImport = RunJob

/** What a row of the kind `order-shipping` has under `after`: the number of the shipment that it makes. */
export interface PlannedShipment {
  shipment: number
}

/** Makes a shipment of an order, outside of any transaction: a carrier is asked. Repeating it ships nothing twice. */
export type ShipOrder = (
  actor: Actor,
  number: string,
  shipment: number,
) => Promise<Omit<RowResult, 'position'>>

/** How the rows of a kind are done; `rowsPerBatch`: so that a transaction takes seconds. */
interface RowRunner {
  rowsPerBatch: number
  run: (products: ProductEditor) => RunRows
}

/** Kinds whose rows are done in a transaction of a batch. */
type BatchedKind = Exclude<StaffJobKind, 'feed-import' | 'order-shipping' | 'archive-export'>

const runners: Record<BatchedKind, RowRunner> = {
  'price-change': { rowsPerBatch: 500, run: () => runPriceRows },
  'campaign-plan': { rowsPerBatch: 500, run: () => runCampaignRows },
  'assortment-change': { rowsPerBatch: 500, run: assortmentRows },
  'cost-import': { rowsPerBatch: 500, run: () => runCostRows },
  'import-rollback': { rowsPerBatch: 500, run: rollBackRows },
}

/** Fewer changes of prices, plans and costs than this are done in the request. */
export const rowsPerBatch = runners['price-change'].rowsPerBatch

/** Runs after which a job that faults every time has failed. */
const longestTries = 5

export interface RunServices {
  db: Kysely<DB>
  clock: () => number
  products: ProductEditor
  runImport: RunImport
  /** Writes the archive of the shop; a process without it leaves such jobs to others. */
  runArchive?: RunJob
  shipOrder: ShipOrder
  /** Aborted: the run ends after its batch, and another one continues. */
  stopping?: AbortSignal
}

/** Runs a job to its end. Does nothing where it is finished. */
export async function runStaffJob(services: RunServices, id: number): Promise<void> {
  const { db, clock, stopping } = services
  const job = await findJob(db, id)
  if (!job || job.finishedAt !== null) return
  const tries = await countRun(db, id, new Date(clock()))
  try {
    if (job.kind === 'feed-import') await services.runImport(services, job)
    else if (job.kind === 'archive-export') await archiveBy(services)(services, job)
    else
      while (await (job.kind === 'order-shipping' ? shipNext(services, job) : runBatch(services, id)))
        if (stopping?.aborted) throw new Error('the process stops; another one continues the job')
  } catch (error) {
    if (error instanceof Postponed) {
      await uncountRun(db, id)
      return
    }
    if (tries >= longestTries) await finishJob(db, id, 'failed', new Date(clock()))
    throw error
  }
}

function archiveBy({ runArchive }: RunServices): RunJob {
  if (runArchive === undefined) throw new Postponed()
  return runArchive
}

/** Ships the next order of a job. Answers whether there may be more. */
async function shipNext({ db, clock, shipOrder }: RunServices, { id, actor }: StaffJob): Promise<boolean> {
  const [row] = await openRows(db, id, 1)
  if (!row) {
    await finishJob(db, id, 'done', new Date(clock()))
    return false
  }
  // Rows of an earlier release have no number.
  const { shipment = Infinity } = (row.after ?? {}) as Partial<PlannedShipment>
  const result = await shipOrder(actor, row.objectId, shipment)
  await db.transaction().execute(async (trx) => {
    await findJob(trx, id, { lock: true })
    const [open] = await openRows(trx, id, 1)
    // Otherwise a run of another process has recorded it meanwhile.
    if (open?.position === row.position)
      await recordResults(trx, id, [{ position: row.position, ...result }], new Date(clock()))
  })
  return true
}

/** Whether there may be more rows. */
async function runBatch({ db, clock, products }: RunServices, id: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const job = await findJob(trx, id, { lock: true })
    if (!job || job.state === 'done' || job.state === 'failed') return false
    return runRows(trx, job, { products, now: new Date(clock()) })
  })
}

/** The next rows of a locked job, in the caller's transaction. Answers whether there may be more. */
export async function runRows(
  trx: Transaction<DB>,
  job: StaffJob,
  { products, now }: { products: ProductEditor; now: Date },
): Promise<boolean> {
  if (job.kind === 'feed-import' || job.kind === 'order-shipping' || job.kind === 'archive-export')
    throw new Error(`a job of the kind ${job.kind} runs outside of transactions`)
  const runner = runners[job.kind]
  const rows = await openRows(trx, job.id, runner.rowsPerBatch)
  if (rows.length > 0) {
    const reason = [job.reason, `job ${job.id}`].filter(Boolean).join(' · ')
    await recordResults(trx, job.id, await runner.run(products)(trx, job.actor, rows, reason), now)
  }
  if (rows.length === runner.rowsPerBatch) return true
  if (job.kind === 'import-rollback') await removeRedirects(trx, job)
  await finishJob(trx, job.id, 'done', now)
  return false
}

/** Removes the redirects that the import of a roll back has made. */
async function removeRedirects(trx: Transaction<DB>, { id, actor, undoOf, reason }: StaffJob): Promise<void> {
  if (undoOf === null) return
  await audited(trx, actor, async (inside, record) => {
    const redirects = await removeRedirectsOfJob(inside, undoOf)
    if (redirects === 0) return
    await countRedirects(inside, id, redirects)
    record({ action: 'redirect.remove', object: ['job', undoOf], before: { redirects }, reason })
  })
}

/** How long after its last batch a job counts as abandoned. */
const abandonedAfterMs = 120_000

/** Continues jobs whose process was killed. Answers how many. */
export async function resumeStaffJobs(services: RunServices): Promise<number> {
  const jobs = await abandonedJobs(services.db, new Date(services.clock() - abandonedAfterMs))
  for (const id of jobs) await runStaffJob(services, id)
  return jobs.length
}
