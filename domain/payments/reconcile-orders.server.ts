/**
 * Reconciles orders stuck in pending: written, but never settled (a crash, a closed tab, a lost callback).
 * The provider is queried again; an order is given up and its stock released only when the provider reports
 * that nothing was paid, after ending a payment that was left open, or when there is no provider and the order
 * is old.
 */
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { cancelOpenPayment } from './cancel-open-payment.server.ts'
import { expirePendingOrder } from './expire-pending-order.server.ts'
import { finalizePayment, type FinalizeServices } from './finalize-payment.server.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { StoreCode } from '../stores/stores.ts'

/** A pending order is checked again after this time. */
const hangsAfterMinutes = 5

/** A pending order whose payment was never opened, or was left unpaid, releases its stock after this time. */
const givenUpAfterMinutes = 60

/**
 * A provider that was unavailable for so many orders of a store is asked about no more of them in a run: each question
 * waits until its time is over, and the rest of the run with it.
 */
const unavailableAfter = 3

interface HangingOrder {
  id: number
  store: StoreCode
  provider: PaymentProviderId | 'none' | null
  provider_order_id: string | null
  minutes: number
}

export interface ReconcileReport {
  settled: number
  released: number
  /** Still pending at the provider. */
  waiting: number
}

/**
 * Checks up to 200 stuck orders, any of them: those whose provider is unavailable must not keep the others waiting. A
 * failure does not stop the others either.
 */
export async function reconcileOrders(services: FinalizeServices, actor: Actor): Promise<ReconcileReport> {
  const { rows } = await sql<HangingOrder>`
    select o.id, o.store, a.provider, a.provider_order_id, (extract(epoch from ${new Date(services.clock())}::timestamptz - o.placed_at) / 60)::integer as minutes
    from orders o
    left join lateral (select provider, provider_order_id from payment_attempt
      where order_id = o.id order by id desc limit 1) a on true
    where o.status = 'pending'
      and o.placed_at < ${new Date(services.clock() - hangsAfterMinutes * 60_000)}
    order by random() limit 200`.execute(services.db)
  const report: ReconcileReport = { settled: 0, released: 0, waiting: 0 }
  const unavailable = new Map<string, number>()
  for (const order of rows) {
    const account = `${order.store} ${order.provider}`
    const times = unavailable.get(account) ?? 0
    if (times >= unavailableAfter) {
      report.waiting++
      continue
    }
    try {
      const outcome = await reconcile(services, actor, order)
      if (outcome === 'unavailable') unavailable.set(account, times + 1)
      report[outcome === 'unavailable' ? 'waiting' : outcome]++
    } catch (error) {
      report.waiting++
      services.log.warn({ orderId: order.id, err: error }, 'a pending order could not be reconciled')
    }
  }
  return report
}

async function reconcile(
  services: FinalizeServices,
  actor: Actor,
  order: HangingOrder,
): Promise<keyof ReconcileReport | 'unavailable'> {
  if (order.provider && order.provider_order_id) {
    const { store, provider, provider_order_id: providerOrderId } = order
    const payment = { store, provider, providerOrderId }
    const answer = await finalizePayment(services, actor, payment)
    if (answer.ok && answer.status !== 'pending') return 'settled'
    if (answer.ok) {
      const isAbandoned = answer.paymentState === 'open' && order.minutes >= givenUpAfterMinutes
      return isAbandoned && (await cancelOpenPayment(services, actor, payment)) ? 'released' : 'waiting'
    }
    // An order is not given up while the provider's state is unknown.
    if (answer.code === 'provider_unavailable') return 'unavailable'
    if (answer.code !== 'unknown_payment') return 'waiting'
  }
  if (order.minutes < givenUpAfterMinutes) return 'waiting'
  return (await audited(services.db, actor, (trx) => expirePendingOrder(trx, actor, order.id)))
    ? 'released'
    : 'waiting'
}
