/** Deletes what is kept for hours or days only. Idempotent. */
import type { Kysely } from 'kysely'
import { fromKysely } from 'pg-boss'
import type { DB } from '../../db/schema.generated.ts'
import { pruneChangeLog } from '../../read-model/build/change-log.server.ts'
import { tidyConfirmations } from '../../domain/notifications/confirmation-repository.server.ts'
import { tidyCheckouts } from '../../domain/checkout/checkout-repository.server.ts'
import { tidyUnpaidOrderKeys } from '../../domain/checkout/unpaid-orders.server.ts'
import { tidyMailCounts } from '../../domain/mail/mail-gate.server.ts'
import { tidyMails } from '../../domain/mail/mail-outbox.server.ts'
import { tidyPaymentEvents } from '../../domain/payments/payment-event-repository.server.ts'
import { tidyStockDateMoves } from '../../domain/dispatch/line-dates.server.ts'
import { tidyParcels } from '../../domain/parcels/parcel-repository.server.ts'
import { tidyJobs } from '../../domain/failed-jobs/failing-jobs.server.ts'
import { tidyPictures } from '../../domain/pictures/fetch-pictures.server.ts'
import { tidyClientErrors } from '../../domain/client-errors/client-error-repository.server.ts'
import { tidySearchMisses } from '../../domain/search/search-miss-repository.server.ts'
import { manifests } from '../module-manifests.ts'
import type { ModuleManifest } from '../../sdk/module.ts'
import { tidyOpenings } from '../../domain/accounts/account-opening-repository.server.ts'
import { tidyEmailChanges } from '../../domain/accounts/email-change-repository.server.ts'
import { tidyInvitations } from '../../domain/companies/company-repository.server.ts'
import { tidyVerifications } from '../../domain/companies/company-verification-repository.server.ts'
import { tidyJobProblems } from '../../domain/staff-jobs/staff-job-repository.server.ts'
import { tidyStaff } from '../../domain/staff/staff-repository.server.ts'
import { tidySessions } from '../../domain/accounts/session-repository.server.ts'
import { seeSubscriptions, tidyEvents } from '../../domain/events/event-delivery-repository.server.ts'
import { entriesOf } from '../../modules/modules.ts'
import { keptQueues } from './queues.ts'

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
