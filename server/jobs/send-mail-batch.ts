/**
 * Sends the mails of a batch of jobs, several at once, over the connections that the mailer keeps open. Each job
 * succeeds or fails by itself. A job's output never holds what the mail server said: it names the recipient.
 */
import type { JobResult } from 'pg-boss'
import { isServerUnavailable, mailFailure } from './mail-failure.ts'

/** Mails sent at once by one node; each holds a database connection, and one of the mailer's where it has any. */
export const mailsAtOnce = 5

/** How workers of mail queues fetch: without a pause while batches come back full. */
export const mailBatches = {
  batchSize: 50,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
} as const

/**
 * The outcome of every job. Once the mail server cannot be reached, the rest of the batch fails without being tried:
 * each try would wait for its own time-out.
 */
export async function sendMailBatch<Data>(
  jobs: readonly { id: string; data: Data }[],
  send: (data: Data) => Promise<unknown>,
): Promise<JobResult[]> {
  const results: JobResult[] = []
  const waiting = [...jobs]
  let unavailable = false
  const sendNext = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      if (unavailable) {
        results.push({ id: job.id, status: 'failed', output: { code: 'not_tried' } })
        continue
      }
      try {
        await send(job.data)
        results.push({ id: job.id, status: 'completed' })
      } catch (error) {
        unavailable ||= isServerUnavailable(error)
        results.push({ id: job.id, status: 'failed', output: mailFailure(error) })
      }
    }
  }
  await Promise.all(Array.from({ length: mailsAtOnce }, sendNext))
  return results
}
