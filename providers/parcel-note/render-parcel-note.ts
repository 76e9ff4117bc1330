/** Renders the notes of parcels in worker processes. */
import type { RenderParcelNote } from '../../domain/parcels/parcel-note.ts'
import { WorkerFailure, workerJob } from '../../domain/workers/worker-job.ts'
import { runInWorker } from '../../domain/workers/worker-pool.server.ts'
import type { run } from './parcel-note-pdf-job.ts'

const noteJob = workerJob<typeof run>({
  module: 'providers/parcel-note/parcel-note-pdf-job.ts',
  seconds: 60,
})

/** `fontDirectory`: where the fonts are. The renderer throws WorkerFailure where a note takes too much. */
export function createParcelNoteWorker(fontDirectory: string): RenderParcelNote {
  return async (note) => {
    const answer = await runInWorker(noteJob, { note, fontDirectory })
    if (!answer.ok) throw new WorkerFailure(answer.code, noteJob.module)
    return answer.value
  }
}
