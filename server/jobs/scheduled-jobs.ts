/** When the kernel's jobs run that have no payload, as data: the queues of every process follow from it. */

/** `cron`: in UTC. */
interface ScheduledJob {
  cron: string
  /** Pause between two looks for a run that is due; 10 by default. */
  pollingSeconds?: number
  /** Runs once a night; a failed run is listed for staff (decision 96) until the next one. */
  isNightly?: true
  /** After which a run counts as failed; 300 by default. */
  expireInSeconds?: number
}

const everyMinute = '* * * * *'

/** What each does is in `run-scheduled-jobs.ts`. Names are stored and never change. */
export const scheduledJobs = {
  'reconcile-orders': { cron: everyMinute },
  'moved-dates': { cron: everyMinute },
  'begin-campaigns': { cron: everyMinute },
  tidy: { cron: '17 * * * *', pollingSeconds: 60 },
  'fetch-pictures': { cron: everyMinute, pollingSeconds: 5 },
  'check-vat-numbers': { cron: everyMinute },
  'ask-carriers': { cron: everyMinute },
  // On weekdays in working hours: nobody is reminded at night.
  'remind-invoices': { cron: '5 8-16 * * 1-5', pollingSeconds: 60 },
  'gift-cards': { cron: everyMinute },
  'resume-staff-jobs': { cron: everyMinute },
  retention: { cron: '40 2 * * *', pollingSeconds: 60, isNightly: true },
  'bought-together': { cron: '20 3 * * *', pollingSeconds: 60, isNightly: true },
  // The first run of a large shop rounds most of its prices.
  'round-prices': { cron: '50 3 * * *', isNightly: true, expireInSeconds: 3600 },
} as const satisfies Readonly<Record<string, ScheduledJob>>

export type ScheduledJobName = keyof typeof scheduledJobs

/** Each with its name, in the order of the table. */
export const scheduledJobEntries = Object.entries(scheduledJobs) as [ScheduledJobName, ScheduledJob][]
