/** A streamed job that only tests run: it counts, and may stop answering in the middle. */
import { workerJob } from './worker-job.ts'

export interface Counting {
  upTo: number
  /** After this number it answers no more. */
  stuckAfter?: number
}

export async function* run({ upTo, stuckAfter = Infinity }: Counting): AsyncGenerator<number> {
  for (let number = 1; number <= upTo; number++) {
    if (number > stuckAfter) for (;;);
    yield number
  }
}

export const countingJob = (seconds: number) =>
  workerJob<typeof run>({ module: 'domain/workers/counting-job.test-support.ts', seconds })
