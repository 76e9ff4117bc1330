/** Starts jobs of staff, and the jobs that take them back. */
import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { FileContents } from '../catalogue/feed-upload.ts'
import { importPermissions } from '../catalogue/import-permissions.ts'
import type { ProductEditor } from '../catalogue/product-editor.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Grants, Permission } from '../permissions/permissions.ts'
import type { StoreCode } from '../stores/stores.ts'
import { rowsPerBatch, runRows } from './run-staff-job.server.ts'
import {
  copyRowsReversed,
  countOutcome,
  findJob,
  insertJob,
  laterJobOf,
} from './staff-job-repository.server.ts'
import { undoKindOf, type NewStaffJobRow, type StaffJob, type StaffJobKind } from './staff-job.ts'

export interface StartServices {
  db: Kysely<DB>
  clock: () => number
  jobs: JobQueue<'staff-job'>
  products: ProductEditor
}

/** The permission for what a job does; also to see and undo jobs of others. An import needs that of its contents, too. */
const jobPermissions: Record<StaffJobKind, Permission> = {
  'price-change': 'price:edit',
  'assortment-change': 'product:edit',
  'campaign-plan': 'price:edit',
  'cost-import': 'price:edit',
  'feed-import': 'import:run',
  'import-rollback': 'import:run',
  'order-shipping': 'order:ship',
  'archive-export': 'archive:export',
}

/** Whether a person may see a job: their own, or one they might have started themselves. */
export function maySeeJob(job: StaffJob, { id, grants }: { id: number; grants: Grants }): boolean {
  return job.staffId === id || mayUndoJob(job, grants)
}

export const mayUndoJob = (job: StaffJob, grants: Grants): boolean => missingToUndo(job, grants) === null

/** The first permission that a person lacks to take a job back, which are those to start it; null: none. */
export function missingToUndo({ kind, stores, terms }: StaffJob, grants: Grants): Permission | null {
  const needed = [jobPermissions[kind]]
  const holds = terms['holds']
  if (kind === 'feed-import' && typeof holds === 'string' && Object.hasOwn(importPermissions, holds))
    needed.push(importPermissions[holds as FileContents])
  const isHeld = (permission: Permission) => {
    const held = grants[permission] ?? []
    // A job of no store is not everybody's.
    return held.length > 0 && stores.every((store) => held.includes(store))
  }
  return needed.find((permission) => !isHeld(permission)) ?? null
}

interface Start {
  kind: StaffJobKind
  /** Those of the rows, where it is not given. */
  stores?: readonly StoreCode[]
  staffId: number
  terms: Readonly<Record<string, unknown>>
  reason: string | null
  undoOf?: number
  rows: readonly NewStaffJobRow[]
}

/** A job whose rows are not given one by one. */
interface StartAsWhole extends Omit<Start, 'rows' | 'stores'> {
  stores: readonly StoreCode[]
  /** Number of its rows. */
  total: number
  /** Writes what the job works from, in the transaction that starts it. */
  prepare: (trx: Transaction<DB>, id: number) => Promise<void>
}

/**
 * Writes the job with its rows. Few rows are done in the same transaction; more are left to the background. Answers the
 * job's id.
 */
export async function startStaffJob(
  services: StartServices,
  actor: Actor,
  start: Start | StartAsWhole,
): Promise<number> {
  const rows = 'rows' in start ? start.rows : []
  const stores = start.stores ?? [...new Set(rows.flatMap(({ store }) => store ?? []))]
  const total = 'rows' in start ? rows.length : start.total
  const { undoOf } = start
  return audited(services.db, actor, async (trx, record) => {
    const now = new Date(services.clock())
    const id = await insertJob(trx, { ...start, rows, total, actor, stores, undoOf: undoOf ?? null, now })
    if ('prepare' in start) await start.prepare(trx, id)
    record({
      action: undoOf === undefined ? 'job.start' : 'job.undo',
      object: ['job', id],
      store: onlyStore(stores),
      after: { kind: start.kind, rows: total, ...(undoOf !== undefined && { undoOf }) },
      reason: start.reason,
    })
    const isLong =
      !isDoneAtOnce(start.kind) ||
      ('rows' in start ? rows.filter(({ outcome }) => outcome === null).length : total) >= rowsPerBatch
    await runOrEnqueue(trx, services, id, { isLong, now })
    return id
  })
}

/** Whether few rows of this kind are done in the request. */
const isDoneAtOnce = (kind: StaffJobKind) =>
  kind === 'price-change' || kind === 'campaign-plan' || kind === 'cost-import'

const onlyStore = (stores: readonly StoreCode[]) => (stores.length === 1 ? stores[0]! : null)

async function runOrEnqueue(
  trx: Transaction<DB>,
  { jobs, products }: StartServices,
  id: number,
  { isLong, now }: { isLong: boolean; now: Date },
): Promise<void> {
  if (isLong) {
    await jobs.enqueue(trx, 'staff-job', { jobId: id })
    return
  }
  const job = await findJob(trx, id, { lock: true })
  if (job) await runRows(trx, job, { products, now })
}

export type UndoJobAnswer =
  | { ok: true; id: number }
  | { ok: false; code: 'unknown_job' | 'still_running' | 'nothing_to_undo' | 'not_reversible' }
  | { ok: false; code: 'already_undone'; job: number }
  /** A job of the same file has written to the same products after it, in another store: that is taken back first. */
  | { ok: false; code: 'later_store_first'; job: number; store: StoreCode | null }

/**
 * Takes a job back by another one, which writes what each changed row was before. A row that was changed since is
 * refused. The undo of a price change can be undone; a rolled-back import is imported again.
 */
export async function undoStaffJob(
  services: StartServices,
  actor: Actor,
  { id, staffId }: { id: number; staffId: number },
): Promise<UndoJobAnswer> {
  return audited(services.db, actor, async (trx) => {
    const job = await findJob(trx, id, { lock: true })
    if (!job) return { ok: false, code: 'unknown_job' }
    if (job.undoneBy !== null) return { ok: false, code: 'already_undone', job: job.undoneBy }
    if (job.finishedAt === null) return { ok: false, code: 'still_running' }
    const later = await laterJobOf(trx, job)
    if (later) return { ok: false, code: 'later_store_first', job: later.id, store: later.stores[0] ?? null }
    const kind = undoKindOf(job)
    if (kind === null) return { ok: false, code: 'not_reversible' }
    const changed = await countOutcome(trx, id, 'changed')
    if (changed === 0 && job.redirects === 0) return { ok: false, code: 'nothing_to_undo' }
    const started = await startStaffJob({ ...services, db: trx }, actor, {
      kind,
      staffId,
      terms: { undo: id },
      reason: `undo job ${id}`,
      undoOf: id,
      stores: job.stores,
      total: changed,
      prepare: (inside, undoing) => copyRowsReversed(inside, id, undoing),
    })
    return { ok: true, id: started }
  })
}
