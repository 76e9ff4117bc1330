/**
 * The kernel's jobs at fixed times (`scheduled-jobs.ts`): each calls the use cases that it is for. Every job is idempotent: it
 * may run twice, and what one run leaves the next one does.
 */
import { jobActor } from '../../domain/audit/actor.ts'
import { encryptIdentityNumbers, eraseSettledCredit } from '../../domain/credit/identity-numbers.server.ts'
import { rewriteProviderKeys } from '../../domain/provider-accounts/stored-accounts.server.ts'
import { reconcileRefunds } from '../../domain/payments/failed-refunds.server.ts'
import { reconcileOperations } from '../../domain/payments/perform-operations.server.ts'
import { readUnclaimed } from '../../domain/payments/read-unclaimed.server.ts'
import { releaseSuperseded } from '../../domain/payments/release-superseded.server.ts'
import { endUnansweredPayments } from '../../domain/checkout/end-unanswered-payments.server.ts'
import { reconcileOrders } from '../../domain/payments/reconcile-orders.server.ts'
import { announceMovedDates } from '../../domain/dispatch/announce-moved-dates.server.ts'
import { recordDeliveries } from '../../domain/dispatch/record-deliveries.server.ts'
import { reconcileParcels } from '../../domain/dispatch/book-shipment.server.ts'
import { remindInvoices } from '../../domain/invoices/remind-invoices.server.ts'
import { endOrders } from '../../domain/refunds/end-order.server.ts'
import { expireHeldOrders } from '../../domain/refunds/reject-order.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import { oweOverdueMails } from '../../domain/order-mails/order-mail-repository.server.ts'
import { fetchPictures } from '../../domain/pictures/fetch-pictures.server.ts'
import { checkVatNumbers } from '../../domain/vat-numbers/check-vat-numbers.server.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import { eraseAtProviders } from '../../domain/personal-data/erase-at-providers.server.ts'
import { beginCampaigns } from '../../domain/catalogue/plan-campaigns.server.ts'
import { computeBoughtTogether } from '../../domain/catalogue/compute-bought-together.server.ts'
import { roundStoredPrices } from '../../domain/price-rounding/round-stored-prices.server.ts'
import { removeOldArchives } from '../../domain/staff-jobs/archive-parts.server.ts'
import { resumeStaffJobs } from '../../domain/staff-jobs/run-staff-job.server.ts'
import { removeDerivedPictures } from '../../domain/pictures/remove-derived-pictures.server.ts'
import { oweGiftCards } from '../../domain/gift-cards/owe-gift-cards.server.ts'
import type { JobsOptions } from './jobs-options.ts'
import type { ScheduledJobName } from './scheduled-jobs.ts'
import { tidy, tidyModules } from './tidy.ts'

/** `signal`: aborted when the run expires or the process stops. */
export type RunScheduledJob = (services: ScheduledJobServices, signal: AbortSignal) => Promise<void>

export interface ScheduledJobServices extends JobsOptions {
  jobs: JobQueue
  staffJobs: Parameters<typeof resumeStaffJobs>[0]
}

/** A run that fetches pictures ends before its job expires; the next one, a minute later, continues. */
const fetchPicturesMs = 240_000

export const runScheduledJobs: Readonly<Record<ScheduledJobName, RunScheduledJob>> = {
  async 'reconcile-orders'(services) {
    const report = await reconcileOrders(services, jobActor('reconcile-orders'))
    if (report.settled + report.released + report.waiting > 0)
      services.log.info(report, 'reconciled pending orders')
    const superseded = await releaseSuperseded(services, jobActor('reconcile-orders'))
    if (superseded.length > 0) services.log.info({ orders: superseded }, 'released superseded authorizations')
    const operations = await reconcileOperations(services, jobActor('reconcile-orders'))
    if (operations.resolved + operations.waiting > 0)
      services.log.info(operations, 'reconciled payment operations')
    const refunds = await reconcileRefunds(services, jobActor('reconcile-orders'))
    if (refunds.failed + refunds.waiting > 0)
      services.log.info(refunds, 'compared refunds with their providers')
    const ended = await endOrders(services, jobActor('reconcile-orders'))
    if (ended.length > 0) services.log.info({ ended }, 'ended orders whose rest had been refunded')
    const expired = await expireHeldOrders(services, jobActor('reconcile-orders'))
    if (expired.length > 0) services.log.info({ orders: expired }, 'expired held orders without a decision')
    await oweOverdueMails(services.db)
    // Last: it asks providers that did not answer, and nothing may wait for it.
    const unanswered = await endUnansweredPayments(services, jobActor('reconcile-orders'))
    if (unanswered.ended + unanswered.waiting > 0)
      services.log.info(unanswered, 'ended payments without an answer')
    const returned = await readUnclaimed(services, jobActor('reconcile-orders'))
    if (returned > 0) services.log.info({ returned }, 'payments of ended orders were given back')
  },

  async 'moved-dates'(services) {
    const mails = await announceMovedDates(services, jobActor('moved-dates'))
    if (mails > 0) services.log.info({ mails }, 'announced later dates of awaited goods')
  },

  async 'begin-campaigns'(services) {
    const campaigns = await beginCampaigns(services)
    if (campaigns.begun + campaigns.expired > 0) services.log.info(campaigns, 'began planned campaigns')
  },

  async tidy(services) {
    const { db, log, removePicture } = services
    await tidy(db)
    const ended: PromiseSettledResult<unknown>[] = await Promise.allSettled([tidyModules(db)])
    await keepEncrypted(services)
    const customers = await eraseAtProviders(services)
    if (customers.erased + customers.waiting > 0)
      log.info(customers, 'deleted erased customers at payment providers')
    // Last: a store of a module may be slow.
    if (removePicture) ended.push(...(await Promise.allSettled([removeDerivedPictures(db, removePicture)])))
    for (const each of ended) if (each.status === 'rejected') throw each.reason
  },

  async 'fetch-pictures'({ db, originals, downloadPicture: download, log }, signal) {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(fetchPicturesMs)])
    const report = await fetchPictures({ db, originals, download }, ending)
    if (report.stored + report.failed > 0) log.info(report, 'fetched pictures')
  },

  async 'check-vat-numbers'(services) {
    const report = await checkVatNumbers(services)
    if (report.answered + report.waiting > 0) services.log.info(report, 'checked VAT numbers')
  },

  async 'ask-carriers'(services) {
    const { log } = services
    const parcels = await reconcileParcels(services, jobActor('ask-carriers'))
    if (parcels.booked + parcels.waiting > 0) log.info(parcels, 'reconciled parcels')
    const deliveries = await recordDeliveries(services, jobActor('ask-carriers'))
    if (deliveries.delivered > 0) log.info(deliveries, 'recorded deliveries')
  },

  async 'remind-invoices'(services) {
    const reminded = await remindInvoices(services, jobActor('remind-invoices'))
    if (reminded > 0) services.log.info({ reminded }, 'reminded overdue invoices')
  },

  async 'gift-cards'(services) {
    await oweGiftCards(services)
  },

  async 'resume-staff-jobs'({ db, clock, log, staffJobs }) {
    // First: a job that fails again must not keep the archives of others.
    await removeOldArchives(db, new Date(clock()))
    const resumed = await resumeStaffJobs(staffJobs)
    if (resumed > 0) log.info({ resumed }, 'resumed jobs of staff')
  },

  async retention(services) {
    const erased = await applyRetention(services, jobActor('retention'))
    if (Object.keys(erased).length > 0) services.log.info(erased, 'erased data whose retention has ended')
  },

  async 'bought-together'(services) {
    const changed = await computeBoughtTogether(services, jobActor('bought-together'))
    if (changed.written + changed.deleted > 0) services.log.info(changed, 'computed what is bought together')
  },

  async 'round-prices'(services) {
    const counts = await roundStoredPrices(services, jobActor('round-prices'), { dryRun: false })
    if (Object.values(counts).some((count) => count > 0)) services.log.info(counts, 'rounded stored prices')
  },
}

/** Encrypts identity numbers and keys of providers with the current key, and deletes numbers that are no longer needed. */
export async function keepEncrypted({ log, ...options }: JobsOptions): Promise<void> {
  const encrypted = await encryptIdentityNumbers(options)
  if (encrypted > 0) log.info({ orders: encrypted }, 'encrypted identity numbers')
  const erased = await eraseSettledCredit(options)
  if (erased > 0) log.info({ orders: erased }, 'erased expired identity numbers')
  const rewritten = await rewriteProviderKeys(options)
  if (rewritten > 0) log.info({ accounts: rewritten }, 'encrypted keys of providers again')
}
