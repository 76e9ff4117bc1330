/**
 * Background jobs in PostgreSQL (pg-boss): stuck orders, payments, cleanup; and the mails of the outbox. A job is enqueued in the transaction
 * that causes it, so it exists exactly when its cause does. Every job is idempotent: it may run twice.
 */
import type { Kysely } from 'kysely'
import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss'
import type { DB } from '../../db/schema.generated.ts'
import { jobActor } from '../../domain/audit/actor.ts'
import { pruneChangeLog } from '../../read-model/build/change-log.server.ts'
import { tidyConfirmations } from '../../domain/notifications/confirmation-repository.server.ts'
import { tidyCheckouts } from '../../domain/checkout/checkout-repository.server.ts'
import { tidyUnpaidOrderKeys } from '../../domain/checkout/unpaid-orders.server.ts'
import { tidyMailCounts } from '../../domain/mail/mail-gate.server.ts'
import { tidyMails } from '../../domain/mail/mail-outbox.server.ts'
import { encryptIdentityNumbers, eraseSettledCredit } from '../../domain/credit/identity-numbers.server.ts'
import { tidyPaymentEvents } from '../../domain/payments/payment-event-repository.server.ts'
import { rewriteProviderKeys } from '../../domain/provider-accounts/stored-accounts.server.ts'
import { reconcileRefunds } from '../../domain/payments/failed-refunds.server.ts'
import { performOperations, reconcileOperations } from '../../domain/payments/perform-operations.server.ts'
import { readUnclaimed } from '../../domain/payments/read-unclaimed.server.ts'
import { releaseSuperseded } from '../../domain/payments/release-superseded.server.ts'
import { endUnansweredPayments } from '../../domain/checkout/end-unanswered-payments.server.ts'
import { reconcileOrders } from '../../domain/payments/reconcile-orders.server.ts'
import { announceMovedDates } from '../../domain/dispatch/announce-moved-dates.server.ts'
import { tidyStockDateMoves } from '../../domain/dispatch/line-dates.server.ts'
import { recordDeliveries } from '../../domain/dispatch/record-deliveries.server.ts'
import { reconcileParcels } from '../../domain/dispatch/book-shipment.server.ts'
import { tidyParcels } from '../../domain/parcels/parcel-repository.server.ts'
import { remindInvoices } from '../../domain/invoices/remind-invoices.server.ts'
import { endOrders } from '../../domain/refunds/end-order.server.ts'
import { expireHeldOrders } from '../../domain/refunds/reject-order.server.ts'
import { tidyJobs } from '../../domain/failed-jobs/failing-jobs.server.ts'
import type { JobPayloads, JobQueue } from '../../domain/jobs/job-queue.ts'
import { oweOverdueMails } from '../../domain/order-mails/order-mail-repository.server.ts'
import { fetchPictures, tidyPictures } from '../../domain/pictures/fetch-pictures.server.ts'
import { checkVatNumbers } from '../../domain/vat-numbers/check-vat-numbers.server.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import { eraseAtProviders } from '../../domain/personal-data/erase-at-providers.server.ts'
import { tidyClientErrors } from '../../domain/client-errors/client-error-repository.server.ts'
import { tidySearchMisses } from '../../domain/search/search-miss-repository.server.ts'
import { beginCampaigns } from '../../domain/catalogue/plan-campaigns.server.ts'
import { computeBoughtTogether } from '../../domain/catalogue/compute-bought-together.server.ts'
import { roundStoredPrices } from '../../domain/price-rounding/round-stored-prices.server.ts'
import { manifests } from '../module-manifests.ts'
import type { ModuleManifest } from '../../sdk/module.ts'
import { tidyOpenings } from '../../domain/accounts/account-opening-repository.server.ts'
import { tidyEmailChanges } from '../../domain/accounts/email-change-repository.server.ts'
import { tidyInvitations } from '../../domain/companies/company-repository.server.ts'
import { tidyVerifications } from '../../domain/companies/company-verification-repository.server.ts'
import { orderShipper } from '../../domain/dispatch/ship-orders.server.ts'
import { removeOldArchives } from '../../domain/staff-jobs/archive-parts.server.ts'
import { resumeStaffJobs, runStaffJob } from '../../domain/staff-jobs/run-staff-job.server.ts'
import { tidyJobProblems } from '../../domain/staff-jobs/staff-job-repository.server.ts'
import { tidyStaff } from '../../domain/staff/staff-repository.server.ts'
import { tidySessions } from '../../domain/accounts/session-repository.server.ts'
import { seeSubscriptions, tidyEvents } from '../../domain/events/event-delivery-repository.server.ts'
import { entriesOf } from '../../modules/modules.ts'
import { deliverEvents } from './deliver-events.ts'
import { jobQueue } from './job-queue.ts'
import { keptQueues, moduleJobs, queueNames } from './queues.ts'
import { paymentEventBatches, processPaymentEventBatch } from './process-payment-event-batch.ts'
import { jobBatches } from './job-batches.ts'
import { removeDerivedPictures } from '../../domain/pictures/remove-derived-pictures.server.ts'
import { oweGiftCards } from '../../domain/gift-cards/owe-gift-cards.server.ts'
import { drainFormerQueues } from './mails/former-mail-queues.ts'
import { orderLinesOf, rewordingOf } from './mails/module-mails.ts'
import { sendMails } from './mails/send-mails.ts'
import { createMailTally, watchMailer } from './watch-mailer.ts'
import type { JobsOptions } from './jobs-options.ts'

export interface Jobs extends JobQueue {
  /**
   * Needs a database that prepare-database.ts has prepared; then jobs can be enqueued. `work: false` only
   * enqueues.
   */
  start(options?: { work?: boolean }): Promise<void>
  /** Waits for running jobs, at most ten seconds. */
  stop(): Promise<void>
}

/** A run that fetches pictures ends before its job expires; the next one, a minute later, continues. */
const fetchPicturesMs = 240_000

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
  const { db, log } = options
  // Before the workers: after an outage their backlog takes every connection of the pool.
  await keepEncrypted(options)
  // On weekdays in working hours (UTC): nobody is reminded at night.
  await boss.schedule('remind-invoices', '5 8-16 * * 1-5')
  for (const name of [
    'reconcile-orders',
    'fetch-pictures',
    'check-vat-numbers',
    'ask-carriers',
    'resume-staff-jobs',
    'gift-cards',
    'moved-dates',
    'begin-campaigns',
  ])
    await boss.schedule(name, '* * * * *')
  for (const [name, { cron }] of moduleJobs) await boss.schedule(name, cron)
  await boss.schedule('tidy', '17 * * * *')
  await boss.schedule('retention', '40 2 * * *')
  await boss.schedule('bought-together', '20 3 * * *')
  await boss.schedule('round-prices', '50 3 * * *')
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
  await boss.work('resume-staff-jobs', { pollingIntervalSeconds: 10 }, async () => {
    // First: a job that fails again must not keep the archives of others.
    await removeOldArchives(db, new Date(options.clock()))
    const resumed = await resumeStaffJobs(staffJobs)
    if (resumed > 0) log.info({ resumed }, 'resumed jobs of staff')
  })
  await boss.work('begin-campaigns', { pollingIntervalSeconds: 10 }, async () => {
    const campaigns = await beginCampaigns(options)
    if (campaigns.begun + campaigns.expired > 0) log.info(campaigns, 'began planned campaigns')
  })
  await boss.work('reconcile-orders', { pollingIntervalSeconds: 10 }, async () => {
    const report = await reconcileOrders({ ...options, jobs }, jobActor('reconcile-orders'))
    if (report.settled + report.released + report.waiting > 0) log.info(report, 'reconciled pending orders')
    const superseded = await releaseSuperseded({ ...options, jobs }, jobActor('reconcile-orders'))
    if (superseded.length > 0) log.info({ orders: superseded }, 'released superseded authorizations')
    const operations = await reconcileOperations({ ...options, jobs }, jobActor('reconcile-orders'))
    if (operations.resolved + operations.waiting > 0) log.info(operations, 'reconciled payment operations')
    const refunds = await reconcileRefunds({ ...options, jobs }, jobActor('reconcile-orders'))
    if (refunds.failed + refunds.waiting > 0) log.info(refunds, 'compared refunds with their providers')
    const ended = await endOrders({ ...options, jobs }, jobActor('reconcile-orders'))
    if (ended.length > 0) log.info({ ended }, 'ended orders whose rest had been refunded')
    const expired = await expireHeldOrders({ ...options, jobs }, jobActor('reconcile-orders'))
    if (expired.length > 0) log.info({ orders: expired }, 'expired held orders without a decision')
    await oweOverdueMails(db)
    // Last: it asks providers that did not answer, and nothing may wait for it.
    const unanswered = await endUnansweredPayments({ ...options, jobs }, jobActor('reconcile-orders'))
    if (unanswered.ended + unanswered.waiting > 0) log.info(unanswered, 'ended payments without an answer')
    const returned = await readUnclaimed({ ...options, jobs }, jobActor('reconcile-orders'))
    if (returned > 0) log.info({ returned }, 'payments of ended orders were given back')
  })
  const pictures = {
    db,
    originals: options.originals,
    download: options.downloadPicture,
  }
  await boss.work('fetch-pictures', { pollingIntervalSeconds: 5 }, async ([job]) => {
    if (!job) return
    const signal = AbortSignal.any([job.signal, stopping, AbortSignal.timeout(fetchPicturesMs)])
    const report = await fetchPictures(pictures, signal)
    if (report.stored + report.failed > 0) log.info(report, 'fetched pictures')
  })
  await boss.work('check-vat-numbers', { pollingIntervalSeconds: 10 }, async () => {
    const report = await checkVatNumbers(options)
    if (report.answered + report.waiting > 0) log.info(report, 'checked VAT numbers')
  })
  await boss.work('ask-carriers', { pollingIntervalSeconds: 10 }, async () => {
    const parcels = await reconcileParcels({ ...options, jobs }, jobActor('ask-carriers'))
    if (parcels.booked + parcels.waiting > 0) log.info(parcels, 'reconciled parcels')
    const deliveries = await recordDeliveries(options, jobActor('ask-carriers'))
    if (deliveries.delivered > 0) log.info(deliveries, 'recorded deliveries')
  })
  await boss.work('remind-invoices', { pollingIntervalSeconds: 60 }, async () => {
    const reminded = await remindInvoices({ ...options, jobs }, jobActor('remind-invoices'))
    if (reminded > 0) log.info({ reminded }, 'reminded overdue invoices')
  })
  await boss.work('retention', { pollingIntervalSeconds: 60 }, async () => {
    const erased = await applyRetention(options, jobActor('retention'))
    if (Object.keys(erased).length > 0) log.info(erased, 'erased data whose retention has ended')
  })
  await boss.work('bought-together', { pollingIntervalSeconds: 60 }, async () => {
    const changed = await computeBoughtTogether(options, jobActor('bought-together'))
    if (changed.written + changed.deleted > 0) log.info(changed, 'computed what is bought together')
  })
  await boss.work('round-prices', { pollingIntervalSeconds: 10 }, async () => {
    const counts = await roundStoredPrices(options, jobActor('round-prices'), { dryRun: false })
    if (Object.values(counts).some((count) => count > 0)) log.info(counts, 'rounded stored prices')
  })
  await boss.work('gift-cards', { pollingIntervalSeconds: 10 }, async () => {
    await oweGiftCards(options)
  })
  await boss.work('moved-dates', { pollingIntervalSeconds: 10 }, async () => {
    const mails = await announceMovedDates({ ...options, jobs }, jobActor('moved-dates'))
    if (mails > 0) log.info({ mails }, 'announced later dates of awaited goods')
  })
  for (const { jobs: ofModule = {} } of manifests.values())
    for (const [name, run] of Object.entries(ofModule))
      await boss.work(name, { pollingIntervalSeconds: 10 }, () => run({ ...options, jobs }))
  await boss.work('tidy', { pollingIntervalSeconds: 60 }, async () => {
    await tidy(db)
    const ended: PromiseSettledResult<unknown>[] = await Promise.allSettled([tidyModules(db)])
    await keepEncrypted(options)
    const customers = await eraseAtProviders(options)
    if (customers.erased + customers.waiting > 0)
      log.info(customers, 'deleted erased customers at payment providers')
    // Last: a store of a module may be slow.
    if (options.removePicture)
      ended.push(...(await Promise.allSettled([removeDerivedPictures(db, options.removePicture)])))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  })
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

/** Encrypts identity numbers and keys of providers with the current key, and deletes numbers that are no longer needed. */
async function keepEncrypted({ log, ...options }: JobsOptions): Promise<void> {
  const encrypted = await encryptIdentityNumbers(options)
  if (encrypted > 0) log.info({ orders: encrypted }, 'encrypted identity numbers')
  const erased = await eraseSettledCredit(options)
  if (erased > 0) log.info({ orders: erased }, 'erased expired identity numbers')
  const rewritten = await rewriteProviderKeys(options)
  if (rewritten > 0) log.info({ accounts: rewritten }, 'encrypted keys of providers again')
}

/** What modules delete. Where one fails, the others still do, and the fault that is thrown at the end names it. */
export async function tidyModules(
  db: Kysely<DB>,
  modules: ReadonlyMap<string, Pick<ModuleManifest, 'tidy'>> = manifests,
): Promise<void> {
  const faults: Error[] = []
  for (const [name, { tidy: tidyModule }] of modules)
    try {
      await tidyModule?.(db)
    } catch (error) {
      faults.push(new Error(`The module ${name} could not delete what has expired`, { cause: error }))
    }
  if (faults.length > 0) throw new AggregateError(faults, faults.map(({ message }) => message).join('. '))
}

/**
 * Deletes data with limited retention: change log entries (readers that are further behind rebuild), open
 * checkouts, sessions, finished jobs.
 */
export async function tidy(db: Kysely<DB>): Promise<void> {
  const { executeSql } = fromKysely(db)
  await pruneChangeLog(async (text, values) => (await executeSql(text, [...(values ?? [])])).rows)
  await tidyCheckouts(db)
  await tidySessions(db)
  await tidyOpenings(db)
  await tidyInvitations(db)
  await tidyVerifications(db)
  await tidyEmailChanges(db)
  await tidyMailCounts(db)
  await tidyMails(db)
  await tidyConfirmations(db)
  await tidyPictures(db)
  await tidyPaymentEvents(db)
  await tidyUnpaidOrderKeys(db)
  await tidyParcels(db)
  await tidyStockDateMoves(db)
  await tidyClientErrors(db)
  await tidySearchMisses(db)
  await tidyStaff(db)
  await tidyJobs(db, keptQueues)
  await tidyJobProblems(db)
  await seeSubscriptions(db, [...entriesOf('subscribers').keys()])
  await tidyEvents(db)
}
