/**
 * The job queue in PostgreSQL. A job is enqueued in the transaction that causes it, so it exists exactly when
 * its cause does.
 */
import type { Kysely } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { DB } from '../../db/schema.generated.ts'
import type { JobPayloads, JobQueue } from '../../domain/jobs/job-queue.ts'

export function jobQueue(boss: PgBoss): JobQueue {
  return {
    async enqueue(transaction: Kysely<DB>, name: string, data: object, options?: { startAfter: Date }) {
      const { executeSql } = fromKysely(transaction)
      await boss.send(name, data, {
        ...options,
        db: { executeSql: (text, values) => executeSql(`/* plan: enqueue-${name} */ ${text}`, values) },
      })
    },
  }
}

/** Enqueues a job for an overdue mail that has none, at most once per hour. */
export async function enqueueOverdue(boss: PgBoss, mail: JobPayloads['order-mail']): Promise<void> {
  const singletonKey = `overdue ${mail.orderId} ${mail.kind}`
  await boss.send('order-mail', mail, { singletonKey, singletonSeconds: 3600 })
}

/**
 * A mail is retried after 5 s, then with exponential backoff up to five minutes, so that the backlog of an
 * outage is sent soon after it ends. Retries last three days. A batch whose mail server hangs ends before its
 * jobs expire.
 */
const mailQueue = {
  retryLimit: 864,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 600,
  // Jobs that were given up are kept for staff; `tidy` deletes the others (`keptQueues`).
  deleteAfterSeconds: 0,
}

/**
 * An event whose payment or order is not known yet is tried again after 10 s, then with exponential backoff up to an
 * hour, for about three days; providers repeat theirs about as long.
 */
const paymentEventQueue = {
  ...mailQueue,
  retryLimit: 80,
  retryDelay: 10,
  retryDelayMax: 3600,
  expireInSeconds: 120,
}

/** Operations that no job performed are found by `reconcile-orders`. */
const paymentOperationQueue = {
  ...mailQueue,
  retryLimit: 5,
  retryDelay: 10,
  expireInSeconds: 300,
}

/** What a run left is continued by `resume-staff-jobs` at the latest. */
const staffJobQueue = { ...mailQueue, retryLimit: 4, retryDelay: 2, retryDelayMax: 30 }

/** Creates a queue, or updates the options of an existing one. */
async function makeQueue(boss: PgBoss, name: string, options: typeof mailQueue): Promise<void> {
  await boss.createQueue(name, options)
  await boss.updateQueue(name, options)
}

const mailQueues = [
  'order-mail',
  'withdrawal-mail',
  'cancellation-mail',
  'contact-mail',
  'confirmation-mail',
  'account-mail',
  'company-mail',
  'payment-link-mail',
  'subscription-mail',
  'staff-mail',
  'contact-answer-mail',
] as const

/** Jobs that run at fixed times. A failed run is not repeated: the next one does its work. */
const scheduledQueue = { policy: 'singleton', retryLimit: 0, expireInSeconds: 300, deleteAfterSeconds: 3600 }

const frequentQueues = [
  'reconcile-orders',
  'stock-mails',
  'moved-dates',
  'price-mails',
  'tidy',
  'fetch-pictures',
  'check-vat-numbers',
  'ask-carriers',
  'remind-invoices',
  'renew-subscriptions',
  'gift-cards',
  'review-requests',
  'resume-staff-jobs',
] as const

/** Run once a night: a failed run is listed (decision 96) until the next one. */
const nightlyQueues = ['retention', 'bought-together'] as const

/** Every queue of the shop. */
export const queueNames = [
  ...mailQueues,
  ...frequentQueues,
  ...nightlyQueues,
  'payment-operation',
  'staff-job',
  'reset-mail',
  'payment-event',
] as const

/**
 * Queues whose jobs stay until staff run them again or dismiss them, once they were given up (decision 96). Not
 * `reset-mail`: a person who did not get the link asks for another one.
 */
export const keptQueues: readonly string[] = [
  ...mailQueues,
  'payment-operation',
  'staff-job',
  'payment-event',
]

/** Creates the queues, as the owner of the database. */
export async function createQueues(boss: PgBoss): Promise<void> {
  for (const name of mailQueues) await makeQueue(boss, name, mailQueue)
  await makeQueue(boss, 'payment-operation', paymentOperationQueue)
  await makeQueue(boss, 'staff-job', staffJobQueue)
  // The link in it is valid for an hour: a mail that is sent later is useless.
  await makeQueue(boss, 'reset-mail', { ...mailQueue, retryLimit: 20, deleteAfterSeconds: 3600 })
  await makeQueue(boss, 'payment-event', paymentEventQueue)
  for (const name of frequentQueues) await boss.createQueue(name, scheduledQueue)
  for (const name of nightlyQueues) {
    await boss.createQueue(name, scheduledQueue)
    await boss.updateQueue(name, { deleteAfterSeconds: 2 * 86_400 })
  }
}

/** For processes that enqueue jobs without running workers, such as the CLI: a running shop picks them up. */
export async function withJobQueue<T>(db: Kysely<DB>, work: (jobs: JobQueue) => Promise<T>): Promise<T> {
  const boss = new PgBoss({
    db: fromKysely(db),
    migrate: false,
    persistWarnings: false,
    supervise: false,
    schedule: false,
  })
  let fault: Error | null = null
  boss.on('error', (error) => (fault = error))
  await boss.start()
  try {
    return await work(jobQueue(boss))
  } finally {
    await boss.stop({ graceful: false, close: false })
    if (fault) process.stderr.write(`The job queue has trouble: ${(fault as Error).message}\n`)
  }
}
