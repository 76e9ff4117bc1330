/** Reads a file of purchase costs in a worker process, so that no file stops the shop. */
import { workerJob } from '../workers/worker-job.ts'
import { runInWorker } from '../workers/worker-pool.server.ts'
import type { CostFile } from './cost-file.ts'
import type { run } from './cost-file-job.server.ts'

const costFileJob = workerJob<typeof run>({
  module: 'domain/catalogue/cost-file-job.server.ts',
  seconds: 60,
})

/** What `readCostFile` answers, or an unreadable file where reading it takes too much. */
export async function readUploadedCosts(bytes: Uint8Array): Promise<CostFile> {
  const answer = await runInWorker(costFileJob, bytes)
  if (answer.ok) return answer.value
  return { ok: false, code: 'unreadable_feed', fault: { code: answer.code, values: {} } }
}
