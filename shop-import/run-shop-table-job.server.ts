/**
 * Runs the import of a job of staff whose file is a table of another shop. A run that is killed is repeated: what it has
 * written is unchanged then, and of stock what was sold since is taken off again.
 */
import { createProblemList } from '../catalogue-import/problem-list.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import { withJobFile } from '../domain/staff-jobs/job-file.server.ts'
import type { RunImport, RunServices } from '../domain/staff-jobs/run-staff-job.server.ts'
import {
  addProblems,
  finishJob,
  keepChangedRows,
  mergedNotes,
  mostProblems,
  notesOf,
  setProgress,
} from '../domain/staff-jobs/staff-job-repository.server.ts'
import type { StaffJob } from '../domain/staff-jobs/staff-job.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { importShopTable, openShopTable, type ShopTableCounts } from './import-shop-table.server.ts'

interface RunnerOptions {
  /** The folder in which the file of a job is written while it is read. */
  parent: string
  ownHosts: readonly string[]
  keys: Keyring
}

/** What is imported for products; jobs of an earlier release say nothing. */
const ofProducts = new Set<unknown>([undefined, 'products', 'pictures'])

/** Runs imports of tables of other shops; `runProducts` runs all others. */
export const createShopTableRunner =
  (options: RunnerOptions, runProducts: RunImport): RunImport =>
  (services, job) =>
    ofProducts.has(job.terms['holds']) ? runProducts(services, job) : runShopTableJob(services, job, options)

async function runShopTableJob(
  { db, clock, stopping }: RunServices,
  job: StaffJob,
  { parent, ownHosts, keys }: RunnerOptions,
): Promise<void> {
  const problems = createProblemList(mostProblems)
  const earlierNotes = await notesOf(db, job.id)
  await withJobFile(db, { jobId: job.id, parent }, async (file) => {
    const location = job.terms['location'] as string | null
    const sheet = job.terms['sheet'] as string | undefined
    const of = { file, store: job.stores[0]!, location, sheet }
    const opened = await openShopTable(of)
    if (opened === null) throw new Error(`the file of job ${job.id} is no table of another shop`)
    // What the person was allowed to import, and confirmed, is what the check found; another release may find something else.
    if (opened.head.holds !== job.terms['holds']) {
      await opened.close()
      throw new Error(`the file of job ${job.id} holds ${opened.head.holds} for this release`)
    }
    await importShopTable(db, job.actor, opened, {
      ...of,
      alsoStores: job.terms['alsoStores'] as StoreCode[] | undefined,
      ownHosts,
      keys,
      clock,
      heldAt: job.createdAt.toISOString(),
      keepCounted: (trx, counted) =>
        keepChangedRows(
          trx,
          job.id,
          counted.map(({ row, sku, before, after }) => ({
            position: row,
            objectId: sku,
            store: of.store,
            before,
            after,
          })),
        ),
      onReport: (report) => problems.add(report),
      onProgress: async (counts) => {
        if (problems.found() > 0)
          await addProblems(db, job.id, problems.takeRefused(), {
            counted: problems.found(),
            notes: mergedNotes(earlierNotes, problems.notes()),
          })
        await setProgress(db, job.id, progressOf(counts), new Date(clock()))
        if (stopping?.aborted) throw new Error('the process stops; another one continues the job')
      },
    })
    await finishJob(db, job.id, 'done', new Date(clock()))
  })
}

const progressOf = ({ created, changed, unchanged, refused }: ShopTableCounts) => ({
  created,
  changed: created + changed,
  unchanged,
  refused,
})
