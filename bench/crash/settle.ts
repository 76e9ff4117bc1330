/**
 * Lets the time pass after which a shop has settled everything: jobs of dead nodes expire, providers repeat what was
 * not answered, and reconciliation reads what hangs. Nothing is repaired by hand.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { jobActor } from '../../domain/audit/actor.ts'
import { reconcileOperations } from '../../domain/payments/perform-operations.server.ts'
import { endUnansweredPayments } from '../../domain/checkout/end-unanswered-payments.server.ts'
import { reconcileOrders } from '../../domain/payments/reconcile-orders.server.ts'
import type { CrashShop } from './crash-shop.ts'
import { recoverHarbourPay } from './outside-modules.ts'

const hourMs = 3_600_000
/** Together three days, as long as providers repeat their callbacks. */
const longRounds = 6
const longRoundMs = 12 * hourMs
const mostRounds = 120

export interface Unsettled {
  orders: number
  operations: number
  events: number
  mails: number
  jobs: number
  /** Events that wait for their delivery, and for no other of the same object that was given up. */
  deliveries: number
}

/** Kills everything once more, starts it, and lets time pass. Returns what is not settled at the end. */
export async function settle(shop: CrashShop): Promise<Unsettled> {
  const { nodes, postgres, simulator, receiver, harbourPay, db, services } = shop
  receiver.recover()
  if (harbourPay) recoverHarbourPay(harbourPay)
  await Promise.all(nodes.map((node) => node.kill()))
  await postgres.kill()
  await postgres.ready()
  // Nobody works: every active job and claimed mail belongs to a dead node, and its time passes.
  await retry(() =>
    sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`.execute(db),
  )
  await sql`update mail_outbox set next_at = now() where state = 'sending'`.execute(db)
  await sql`update event_delivery set next_at = now() where state = 'owed'`.execute(db)
  await Promise.all(nodes.map((node) => node.start()))
  const actor = jobActor('reconcile-orders')
  let unsettled = await countUnsettled(shop)
  for (let round = 0; round < mostRounds; round++) {
    const isLong = round < longRounds
    if (isLong) await simulator.control('POST', 'clock', { advanceMs: longRoundMs })
    shop.passTime(isLong ? longRoundMs : 0)
    await reconcileOrders(services, actor)
    await sql`update payment_attempt set open_asked_at = open_asked_at - interval '5 minutes'
      where open_asked_at is not null`.execute(db)
    await endUnansweredPayments(services, actor)
    await sql`update payment_operation set updated_at = updated_at - interval '1 hour' where status in ('sent', 'unknown')`.execute(
      db,
    )
    await reconcileOperations(services, actor)
    await sql`update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now()`.execute(
      db,
    )
    await sql`update mail_outbox set next_at = now() where state = 'waiting'`.execute(db)
    // Pauses pass; a lease of an attempt that runs is shorter.
    await sql`update event_delivery set next_at = now()
      where state = 'owed' and next_at > now() + interval '90 seconds'`.execute(db)
    unsettled = await countUnsettled(shop)
    if (!isLong && Object.values(unsettled).every((count) => count === 0)) break
    await sleep(isLong ? 200 : 500)
  }
  return unsettled
}

async function countUnsettled({ db }: CrashShop): Promise<Unsettled> {
  const { rows } = await sql<Unsettled>`
    select (select count(*) from orders where status = 'pending') as orders,
      (select count(*) from payment_operation where status in ('sent', 'unknown')) as operations,
      (select count(*) from payment_event where processed_at is null) as events,
      (select count(*) from order_mail where sent_at is null) as mails,
      (select count(*) from pgboss.job where state in ('created', 'retry', 'active')
        and name in ('payment-event', 'payment-operation'))
        + (select count(*) from mail_outbox where state in ('waiting', 'sending')) as jobs,
      (select count(*) from event_delivery d where d.state = 'owed'
        and not exists (select from event_delivery earlier where earlier.subscriber = d.subscriber
          and earlier.object = d.object and earlier.event_id < d.event_id and earlier.state = 'parked')) as deliveries`.execute(
    db,
  )
  return rows[0]!
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await work()
    } catch (error) {
      if (tries === 20) throw error
      await sleep(200)
    }
}
