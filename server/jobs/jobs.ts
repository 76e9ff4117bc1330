/**
 * Background jobs in PostgreSQL (pg-boss): stuck orders, payments, cleanup; and the mails of the outbox. A job is enqueued in the transaction
 * that causes it, so it exists exactly when its cause does. Every job is idempotent: it may run twice.
 */
import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss'
import { jobActor } from '../../domain/audit/actor.ts'
import { performOperations } from '../../domain/payments/perform-operations.server.ts'
import type { JobPayloads, JobQueue } from '../../domain/jobs/job-queue.ts'
import { manifests } from '../module-manifests.ts'
import { orderShipper } from '../../domain/dispatch/ship-orders.server.ts'
import { runStaffJob } from '../../domain/staff-jobs/run-staff-job.server.ts'
import { deliverEvents } from './deliver-events.ts'
import { jobQueue } from './job-queue.ts'
import { moduleJobs, queueNames } from './queues.ts'
import { paymentEventBatches, processPaymentEventBatch } from './process-payment-event-batch.ts'
import { jobBatches } from './job-batches.ts'
import { drainFormerQueues } from './mails/former-mail-queues.ts'
import { orderLinesOf, rewordingOf } from './mails/module-mails.ts'
import { sendMails } from './mails/send-mails.ts'
import { createMailTally, watchMailer } from './watch-mailer.ts'
import type { JobsOptions } from './jobs-options.ts'
import { keepEncrypted, runScheduledJobs } from './run-scheduled-jobs.ts'
import { scheduledJobEntries } from './scheduled-jobs.ts'

export interface Jobs extends JobQueue {
  /**
   * Needs a database that prepare-database.ts has prepared; then jobs can be enqueued. `work: false` only
   * enqueues.
   */
  start(options?: { work?: boolean }): Promise<void>
  /** Waits for running jobs, at most ten seconds. */
  stop(): Promise<void>
}

export function createJobs({ mailTally = createMailTally(), ...given }: JobsOptions): Jobs {
  const options = {
    reword: rewordingOf(manifests, given.log),
    orderLines: orderLinesOf(manifests, given.log),
    ...given,
    mailer: watchMailer(given.mailer, { log: given.log, tally: mailTally }),
  }
  const { db, log } = options
  // The owner creates the schema and the queues (install-job-queue.ts), and rebuilds indexes.
  const boss = new PgBoss({ db: fromKysely(db), migrate: false, reindex: false, persistWarnings: false })
  boss.on('error', (error) => {
    if (!options.noteOutage?.(error, 'jobs'))
      log.warn({ reason: error.message }, 'the job queue reported an error')
  })
  let stopping = new AbortController()
  let others: Promise<unknown> | undefined
  const jobs: Jobs = {
    ...jobQueue(boss),
    async start({ work = true } = {}) {
      await boss.start()
      if (!work) return
      stopping = new AbortController()
      await startWorkers(boss, options, jobs, stopping.signal)
      others = Promise.all([
        deliverEvents({ ...options, jobs }, stopping.signal),
        sendMails(options, stopping.signal),
      ])
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 10_000, close: false })
      // Deliveries are aborted; mails that are being sent are finished.
      await others
    },
  }
  return jobs
}

async function startWorkers(
  boss: PgBoss,
  options: JobsOptions,
  jobs: Jobs,
  stopping: AbortSignal,
): Promise<void> {
  const { db } = options
  // Before the workers: after an outage their backlog takes every connection of the pool.
  await keepEncrypted(options)
  for (const [name, { cron }] of [...scheduledJobEntries, ...moduleJobs]) await boss.schedule(name, cron)
  // Also now: what an earlier release has stored is rounded by the first node of this one.
  await boss.send('round-prices', {})
  await removeOldSchedules(boss)
  await drainFormerQueues(boss, db)
  await boss.work('payment-event', paymentEventBatches, (batch: Job<JobPayloads['payment-event']>[]) =>
    processPaymentEventBatch({ ...options, jobs }, batch),
  )
  await boss.work('payment-operation', jobBatches, (batch: Job<JobPayloads['payment-operation']>[]) =>
    performOperationBatch({ ...options, jobs }, batch),
  )
  const staffJobs = { ...options, stopping, shipOrder: orderShipper({ ...options, jobs }) }
  await boss.work('staff-job', async (batch: Job<JobPayloads['staff-job']>[]) => {
    for (const { data } of batch) await runStaffJob(staffJobs, data.jobId)
  })
  const services = { ...options, jobs, staffJobs }
  for (const [name, { pollingSeconds = 10 }] of scheduledJobEntries)
    await boss.work(name, { pollingIntervalSeconds: pollingSeconds }, async ([job]) => {
      if (job) await runScheduledJobs[name](services, AbortSignal.any([job.signal, stopping]))
    })
  for (const { jobs: ofModule = {} } of manifests.values())
    for (const [name, run] of Object.entries(ofModule))
      await boss.work(name, { pollingIntervalSeconds: 10 }, () => run({ ...options, jobs }))
}

/** A module that was removed leaves its schedule in the database. */
export async function removeOldSchedules(boss: PgBoss): Promise<void> {
  const known: ReadonlySet<string> = new Set(queueNames)
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name)
}

/** Performs the payment operations of a batch of jobs; each job succeeds or fails independently. */
async function performOperationBatch(
  services: Parameters<typeof performOperations>[0],
  batch: readonly Job<JobPayloads['payment-operation']>[],
): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const { id, data } of batch) {
    try {
      await performOperations(services, jobActor('payment-operation'), data.attemptId)
      results.push({ id, status: 'completed' })
    } catch (error) {
      services.log.warn({ attemptId: data.attemptId, err: error }, 'a payment operation failed')
      results.push({ id, status: 'failed', output: { code: 'fault' } })
    }
  }
  return results
}
