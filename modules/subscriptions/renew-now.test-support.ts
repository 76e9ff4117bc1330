/** Renewals that browser tests do not wait a month for. */
import { expect } from '@playwright/test'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Database } from '../../server/database/database.ts'

/**
 * Makes the shop under test renew the subscription now: the renewal is announced, then its day comes. Returns the
 * number of the renewal's order.
 */
export async function renewSubscription(db: Database, number: string): Promise<string> {
  await sql`update subscription set next_due_on = current_date where number = ${number}`.execute(db)
  // A late reminder delays the order by a day.
  const shorten = sql`update subscription_renewal r set next_try_at = now() from subscription s
    where s.id = r.subscription_id and s.number = ${number} and r.status = 'announced'`
  await untilRenewed(db, async () => (await shorten.execute(db)).numAffectedRows === 1n)
  const ordered = sql<{ order: string }>`select o.number as "order" from subscription s
    join subscription_renewal r on r.subscription_id = s.id join orders o on o.id = r.order_id
    where s.number = ${number}`
  await untilRenewed(db, async () => (await ordered.execute(db)).rows.length === 1)
  return (await ordered.execute(db)).rows[0]!.order
}

/** Starts the job until it has done its work: a job that is sent while the one before runs is dropped. */
async function untilRenewed(db: Database, isDone: () => Promise<boolean>): Promise<void> {
  const attempt = async () => {
    if (await isDone()) return true
    await runRenewals(db)
    return false
  }
  await expect.poll(attempt, { timeout: 90_000, intervals: [2000, 5000] }).toBe(true)
}

/** The shop runs this job every minute; here at once. */
async function runRenewals(db: Database): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db), migrate: false, supervise: false, schedule: false })
  await boss.start()
  await boss.send('renew-subscriptions', {})
  await boss.stop({ graceful: false, close: false })
}
