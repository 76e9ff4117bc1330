/** Reads bank statements in worker processes: a file of others may take any time and memory. */
import type { ReadBankFile } from '../../domain/bank-entries/bank-statement.ts'
import { workerFailureWords, workerJob } from '../../domain/workers/worker-job.ts'
import { runInWorker } from '../../domain/workers/worker-pool.server.ts'
import type { run } from './camt053-job.server.ts'

const bankFileJob = workerJob<typeof run>({
  module: 'providers/bank-file/camt053-job.server.ts',
  seconds: 120,
})

/** What `readCamt053` answers, or that reading the file takes too much. */
export async function readBankFile(file: Uint8Array): Promise<ReadBankFile> {
  const answer = await runInWorker(bankFileJob, file)
  if (answer.ok) return answer.value
  return { ok: false, code: 'not_read', detail: workerFailureWords[answer.code] }
}
