/**
 * Runs the import of a job of staff. The products that it changes are kept as they were before and after, in the
 * transaction that changes them: a run that is killed is continued by another one, which writes no row twice, and the
 * import can be taken back.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { ColumnMapping } from '../domain/catalogue/column-mapping.ts'
import { Postponed } from '../domain/staff-jobs/postponed.ts'
import { withJobFile } from '../domain/staff-jobs/job-file.server.ts'
import type { RunImport, RunServices } from '../domain/staff-jobs/run-staff-job.server.ts'
import {
  addProblems,
  countRedirects,
  donePositions,
  finishJob,
  keepChangedRows,
  keepLaterRows,
  mergedNotes,
  mostProblems,
  notesOf,
  setProgress,
} from '../domain/staff-jobs/staff-job-repository.server.ts'
import type { StaffJob } from '../domain/staff-jobs/staff-job.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { importProducts } from './import-products.server.ts'
import { runPictureJob } from './run-picture-job.server.ts'
import { skuOfRow } from './known-skus.server.ts'
import { lockedRecords, recordsOf } from './restore-products.server.ts'
import { createProblemList } from './problem-list.ts'
import type { WriteSummary } from './write-catalogue.server.ts'
import type { ImportRecorder } from './write-context.server.ts'

/** `parent`: the folder in which the file of a job is written while it is read. */
export const createImportRunner =
  (parent: string): RunImport =>
  (services, job) =>
    job.terms['holds'] === 'pictures'
      ? runPictureJob(services, job, parent)
      : runImportJob(services, job, parent)

async function runImportJob(
  { db, clock, stopping }: RunServices,
  job: StaffJob,
  parent: string,
): Promise<void> {
  const problems = createProblemList(mostProblems)
  const earlierNotes = await notesOf(db, job.id)
  const keepProgress = async (summary: WriteSummary) => {
    if (problems.found() > 0)
      await addProblems(db, job.id, problems.takeRefused(), {
        counted: problems.found(),
        notes: mergedNotes(earlierNotes, problems.notes()),
      })
    await setProgress(db, job.id, countsOf(summary), new Date(clock()))
  }
  await withJobFile(db, { jobId: job.id, parent }, async (file) => {
    const recorder = job.terms['format'] === 'ndjson' ? undefined : await recorderOf(db, job)
    const summary = await importProducts(db, job.actor, {
      file,
      store: job.stores[0],
      sheet: job.terms['sheet'] as string | undefined,
      mapping: job.terms['mapping'] as ColumnMapping | undefined,
      clear: job.terms['clear'] as string[],
      setStock: job.terms['setStock'] === true,
      takeTags: job.terms['takeTags'] === true,
      // Orders go on while the job waits, runs, and is continued after its process was killed.
      heldAt: job.createdAt.toISOString(),
      reportDirectory: null,
      recorder,
      onWait: () => {
        throw new Postponed()
      },
      onReport: (report) => problems.add(report),
      onProgress: async (progress) => {
        await keepProgress(progress)
        if (stopping?.aborted) throw new Error('the process stops; another one continues the job')
      },
    })
    await keepProgress(summary)
    await finishJob(db, job.id, 'done', new Date(clock()))
  })
}

/** Rows of other stores count as unchanged. */
const countsOf = ({ created, changed, unchanged, skipped, refused }: WriteSummary) => ({
  created,
  changed: created + changed,
  unchanged: unchanged + skipped,
  refused,
})

async function recorderOf(db: Kysely<DB>, job: StaffJob): Promise<ImportRecorder> {
  const done = await donePositions(db, job.id)
  const [store = null] = job.stores
  return {
    job: job.id,
    reason: `job ${job.id}`,
    countRedirects: (trx, made) => countRedirects(trx, job.id, made),
    doneBefore: (row) => done.get(row) ?? null,
    async around(trx, rows, write) {
      const skus = rows.flatMap((row) => skuOfRow(row) ?? [])
      const before = await lockedRecords(trx, skus)
      const answer = await write()
      const changed = rows.filter((row) => isWritten(row, answer.outcomes))
      const after = await recordsOf(
        trx,
        changed.flatMap((row) => skuOfRow(row) ?? []),
      )
      await keepChangedRows(
        trx,
        job.id,
        changed.flatMap((row) => {
          const sku = skuOfRow(row)
          return sku === undefined
            ? []
            : [
                {
                  position: row.row,
                  objectId: sku,
                  store,
                  before: before.get(sku) ?? null,
                  after: after.get(sku) ?? null,
                },
              ]
        }),
      )
      return answer
    },
    async aroundLater(trx, { products, lastRow }, write) {
      const skus = products.map(({ sku }) => sku)
      const before = await lockedRecords(trx, skus)
      await write()
      const after = await recordsOf(trx, skus)
      const changed = products.flatMap(({ sku, row }) => {
        const [old, fresh] = [before.get(sku) ?? null, after.get(sku) ?? null]
        if (isDeepStrictEqual(old, fresh)) return []
        return [{ position: row, objectId: sku, store, before: old, after: fresh }]
      })
      await keepLaterRows(trx, job.id, changed, lastRow)
    },
  }
}

function isWritten(row: CatalogueRow, outcomes: ReadonlyMap<CatalogueRow, unknown>): boolean {
  const outcome = outcomes.get(row)
  return outcome === 'created' || outcome === 'changed'
}
