/**
 * Runs the import of a job of staff whose file is an archive of pictures. A product is a row of the job, kept in the
 * transaction that gives it its pictures: a run that is killed is continued by another one.
 */
import type { PresentPhotos } from '../domain/catalogue/present-photos.ts'
import { withJobFile } from '../domain/staff-jobs/job-file.server.ts'
import type { RunServices } from '../domain/staff-jobs/run-staff-job.server.ts'
import {
  addProblems,
  donePositions,
  finishJob,
  keepChangedRows,
  mostProblems,
  setProgress,
} from '../domain/staff-jobs/staff-job-repository.server.ts'
import type { StaffJob } from '../domain/staff-jobs/staff-job.ts'
import type { ProductPictures } from './picture-files.ts'
import { openPictureArchive } from './picture-folder.server.ts'
import { importPictures } from './picture-import.server.ts'
import { createProblemList } from './problem-list.ts'

/** The row of a product is the place of its first file, which is the same in each run. */
const positionOf = ({ files }: ProductPictures): number => Math.min(...files.map(({ number }) => number))

export async function runPictureJob(
  { db, clock, stopping }: RunServices,
  job: StaffJob,
  parent: string,
): Promise<void> {
  const problems = createProblemList(mostProblems)
  const done = await donePositions(db, job.id)
  await withJobFile(db, { jobId: job.id, parent }, async (file) => {
    const folder = await openPictureArchive(file)
    if (folder === null) throw new Error(`the file of job ${job.id} is no archive of pictures`)
    try {
      await importPictures(db, job.actor, folder, {
        present: job.terms['pictures'] as PresentPhotos,
        onReport: (report) => problems.add(report),
        isDone: (pictures) => done.has(positionOf(pictures)),
        alongside: (trx, pictures) =>
          keepChangedRows(trx, job.id, [
            {
              position: positionOf(pictures),
              objectId: pictures.sku,
              store: null,
              before: null,
              after: null,
            },
          ]),
        onProgress: async ({ added, present, refused }) => {
          if (problems.found() > 0)
            await addProblems(db, job.id, problems.takeRefused(), { counted: problems.found() })
          const counts = { created: 0, changed: added, unchanged: present, refused }
          await setProgress(db, job.id, counts, new Date(clock()))
          if (stopping?.aborted) throw new Error('the process stops; another one continues the job')
        },
      })
    } finally {
      folder.close()
    }
    await finishJob(db, job.id, 'done', new Date(clock()))
  })
}
