/** The job queues of the shop and their options, as pg-boss stores them. */
import { mailTemplateNames } from '../../domain/mail/mail-templates.ts'
import { entriesOf } from '../../modules/modules.ts'
import { formerMailQueues } from './mails/former-mail-queues.ts'
import { scheduledJobEntries } from './scheduled-jobs.ts'

/** When the jobs of modules run. */
export const moduleJobs = entriesOf('scheduledJobs')

export interface QueueOptions {
  policy?: 'singleton'
  retryLimit: number
  retryDelay?: number
  retryBackoff?: boolean
  retryDelayMax?: number
  expireInSeconds: number
  deleteAfterSeconds: number
}

/**
 * A job is retried after 5 s, then with exponential backoff up to five minutes, so that the backlog of an outage is done
 * soon after it ends. Retries last three days. The former queues of mails have these options in the release before.
 */
const lastingQueue: QueueOptions = {
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
const paymentEventQueue: QueueOptions = {
  ...lastingQueue,
  retryLimit: 80,
  retryDelay: 10,
  retryDelayMax: 3600,
  expireInSeconds: 120,
}

/** Operations that no job performed are found by `reconcile-orders`. */
const paymentOperationQueue: QueueOptions = {
  ...lastingQueue,
  retryLimit: 5,
  retryDelay: 10,
  expireInSeconds: 300,
}

/** What a run left is continued by `resume-staff-jobs` at the latest. */
const staffJobQueue: QueueOptions = { ...lastingQueue, retryLimit: 4, retryDelay: 2, retryDelayMax: 30 }

/** Jobs that run at fixed times. A failed run is not repeated: the next one does its work. */
const scheduledQueue: QueueOptions = {
  policy: 'singleton',
  retryLimit: 0,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
}

/** Run once a night: a failed run is listed (decision 96) until the next one. */
const nightlyQueue: QueueOptions = { ...scheduledQueue, deleteAfterSeconds: 2 * 86_400 }

/** Every queue of the shop. */
export const queueNames = [
  ...formerMailQueues,
  ...scheduledJobEntries.map(([name]) => name),
  ...moduleJobs.keys(),
  'payment-operation',
  'staff-job',
  'payment-event',
] as const

/** What the list of failed jobs has names for: queues, and templates of mails. */
export const namedJobs: readonly string[] = [...new Set([...queueNames, ...mailTemplateNames])]

/**
 * Queues whose jobs stay until staff run them again or dismiss them, once they were given up (decision 96). Not
 * `reset-mail`: a person who did not get the link asks for another one.
 */
export const keptQueues: readonly string[] = [
  ...formerMailQueues.filter((name) => name !== 'reset-mail'),
  'payment-operation',
  'staff-job',
  'payment-event',
]

type QueueName = (typeof queueNames)[number]

const optionsOf = (names: readonly QueueName[], options: QueueOptions) =>
  names.map((name) => [name, options] as const)

/** The options of every queue. */
export const queueOptions: ReadonlyMap<QueueName, QueueOptions> = new Map([
  ...optionsOf(formerMailQueues, lastingQueue),
  ...optionsOf([...moduleJobs.keys()], scheduledQueue),
  ...scheduledJobEntries.map(
    ([name, { isNightly, expireInSeconds }]) =>
      [
        name,
        { ...(isNightly ? nightlyQueue : scheduledQueue), ...(expireInSeconds && { expireInSeconds }) },
      ] as const,
  ),
  ['payment-operation', paymentOperationQueue],
  ['staff-job', staffJobQueue],
  // The link in it is valid for an hour: a mail that is sent later is useless.
  ['reset-mail', { ...lastingQueue, retryLimit: 20, deleteAfterSeconds: 3600 }],
  ['payment-event', paymentEventQueue],
])
