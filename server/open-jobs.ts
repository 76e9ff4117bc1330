import { join } from 'node:path'
import { ownProviders } from '../api/checkout-services.ts'
import { createOutbox, createSmtpMailer, type Mailer } from '../providers/mail/mailer.ts'
import type { Config } from './config.ts'
import { createJobs, type Jobs, type JobsOptions } from './jobs/jobs.ts'
import type { ShopDatabase } from './database/open-database.ts'

type Undo = (() => Promise<void>)[]

/** The job queue, not yet started. */
export function openJobs(
  config: Config,
  { db, noteOutage }: ShopDatabase,
  services: Pick<JobsOptions, 'log' | 'keys' | 'mailTally' | 'mailLimits'>,
  undo: Undo,
): Jobs {
  const jobs = createJobs({
    ...services,
    db,
    mailer: openMailer(config, undo),
    publicUrl: config.publicUrl,
    providers: ownProviders({ db, clock: Date.now }),
    clock: Date.now,
    noteOutage,
  })
  undo.push(() => jobs.stop())
  return jobs
}

function openMailer(config: Config, undo: (() => Promise<void>)[]): Mailer {
  if (config.smtpUrl === undefined) return createOutbox(join(config.dataDir, 'outbox'))
  const mailer = createSmtpMailer(config.smtpUrl)
  undo.push(async () => mailer.close())
  return mailer
}
