/**
 * Sends the mails of a batch of jobs concurrently over the mailer's open connections. Each job succeeds or
 * fails independently. A job's output never holds the mail server's message, because it names the recipient.
 */
import type { JobResult } from 'pg-boss'
import { isServerUnavailable, mailFailure } from './mail-failure.ts'

/**
 * Mails that one node sends concurrently; each holds a database connection, and a connection of the mailer's
 * pool if it has one.
 */
export const mailsAtOnce = 5

/** How workers of mail queues fetch: without a pause as long as batches are full. */
export const mailBatches = {
  batchSize: 50,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
} as const

/**
 * The outcome of every job. Once the mail server is unreachable, the rest of the batch fails without an
 * attempt, because each attempt would wait for its own timeout.
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
