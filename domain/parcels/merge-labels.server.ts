/** Puts the labels of several parcels into one file, so that they are printed in one go. */
import { WorkerFailure, workerJob } from '../workers/worker-job.ts'
import { runInWorker } from '../workers/worker-pool.server.ts'
import type { run } from './merge-labels-job.server.ts'

const labelsJob = workerJob<typeof run>({
  module: 'domain/parcels/merge-labels-job.server.ts',
  seconds: 120,
})

/** All pages in the order of the files, each in its own size. Throws WorkerFailure where the files take too much. */
export async function mergeLabels(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const answer = await runInWorker(labelsJob, files)
  if (!answer.ok) throw new WorkerFailure(answer.code, labelsJob.module)
  return answer.value
}
