/**
 * Ends payments of which the shop does not know whether their provider opened them: its answer was lost, or the process
 * that asked (decision 167). Their orders have ended, and nobody was sent to a page of theirs, but a provider may reach
 * the buyer in another way, as by a message to the phone. It is asked to open the payment again, under the same key, and
 * answers with the one that it has, or with a new one; both are ended. Its record then decides, as always: one that was
 * paid meanwhile holds its order for staff. Only a record that says so ends the asking: a refusal of a repetition, such
 * as of a wrong key or of too many requests, says nothing about the first request.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import { askedAgainHours, unansweredDays } from '../orders/payments-for-staff.server.ts'
import {
  finalizePayment,
  type FinalizeAnswer,
  type FinalizeServices,
} from '../payments/finalize-payment.server.ts'
import { redirectedMethods, type ProviderMethod } from '../payment-methods/payment-methods.ts'
import type { OfferedMeans } from '../stores/store.ts'
import type { StoreCode } from '../stores/stores.ts'
import { orderPaymentRequest } from './order-payment-request.server.ts'

/** The request that was not answered may still be carried out. */
const notBeforeMinutes = 2
/** Of one store and method in a run: a provider that is unavailable takes seconds for each. */
const unavailableAfter = 3
/** A run begins no other question after this time: other work waits for it. */
const runMs = 60_000

export type EndUnansweredServices = FinalizeServices & { publicUrl: string }

interface UnansweredAttempt {
  id: number
  number: string
  checkoutId: string
  provider: ProviderMethod
  store: StoreCode
  means: OfferedMeans | null
  idempotencyKey: string
  /** Known where the provider has answered since; it has not been seen to have ended. */
  providerOrderId: string | null
}

export interface UnansweredReport {
  /** The provider's record says that it has ended, or it is paid and staff know of it. */
  ended: number
  /** It is asked again in the next run, and listed for staff after a day. */
  waiting: number
}

/** Asks about at most 100, any of them. Idempotent. `methods`: those on whose provider's page shoppers pay. */
export async function endUnansweredPayments(
  services: EndUnansweredServices,
  actor: Actor,
  methods: readonly ProviderMethod[] = redirectedMethods,
): Promise<UnansweredReport> {
  const report: UnansweredReport = { ended: 0, waiting: 0 }
  if (methods.length === 0) return report
  const { rows } = await sql<UnansweredAttempt>`
    select a.id, o.number, a.checkout_id as "checkoutId", a.provider, a.store, a.asked_means as means,
      a.idempotency_key as "idempotencyKey", a.provider_order_id as "providerOrderId"
    from payment_attempt a join orders o on o.id = a.order_id
    where a.open_asked_at < now() - make_interval(mins => ${notBeforeMinutes})
      and a.open_asked_at > now() - case when a.provider_order_id is null
        then make_interval(hours => ${askedAgainHours}) else make_interval(days => ${unansweredDays}) end
      and a.provider = any(${methods}::text[]) and o.status in ('payment_failed', 'cancelled')
    order by random() limit 100`.execute(services.db)
  const until = services.clock() + runMs
  const unavailable = new Map<string, number>()
  for (const attempt of rows) {
    const account = `${attempt.store} ${attempt.provider}`
    const times = unavailable.get(account) ?? 0
    const outcome =
      times < unavailableAfter && services.clock() < until ? await tried(services, actor, attempt) : 'waiting'
    if (outcome === 'unavailable') unavailable.set(account, times + 1)
    report[outcome === 'ended' ? 'ended' : 'waiting']++
  }
  return report
}

type Outcome = 'ended' | 'waiting' | 'unavailable'

async function tried(
  services: EndUnansweredServices,
  actor: Actor,
  attempt: UnansweredAttempt,
): Promise<Outcome> {
  try {
    return await end(services, actor, attempt)
  } catch (error) {
    const { number: order } = attempt
    services.log.warn({ order, err: error }, 'a payment without an answer could not be ended')
    return 'waiting'
  }
}

async function end(
  services: EndUnansweredServices,
  actor: Actor,
  attempt: UnansweredAttempt,
): Promise<Outcome> {
  const { id, number, store, provider } = attempt
  const adapter = services.providers[store][provider]
  if (!adapter) return 'waiting'
  const opened = await openAgain(services, actor, attempt)
  if (!opened.ok) {
    if (opened.code === 'provider_unavailable') return 'unavailable'
    services.log.warn(
      { order: number, code: opened.code },
      'a payment without an answer was not opened again',
    )
    // As it does not answer: what has refused this one may refuse shoppers next, for the number of its calls.
    return 'unavailable'
  }
  const { providerOrderId } = opened
  // What was paid meanwhile holds its order: it is read before anything is released.
  const before = await finalizePayment(services, actor, { store, provider, providerOrderId })
  if (!before.ok && before.code === 'provider_unavailable') return 'unavailable'
  if (before.ok && isDecided(before)) return noteEnded(services.db, actor, id, before)
  if (before.ok && !isDead(before)) return 'waiting'
  const cancelled = await adapter.cancel(providerOrderId, `give-up-${providerOrderId}`)
  if (!cancelled.ok && cancelled.code === 'provider_unavailable') return 'unavailable'
  const answer = await finalizePayment(services, actor, { store, provider, providerOrderId })
  if (!answer.ok) return answer.code === 'provider_unavailable' ? 'unavailable' : 'waiting'
  return isDecided(answer) ? noteEnded(services.db, actor, id, answer) : 'waiting'
}

/** The provider's id is stored at once: what it reports of the payment finds its order from now on. */
async function openAgain(services: EndUnansweredServices, actor: Actor, attempt: UnansweredAttempt) {
  const { id, number, checkoutId, provider, store, means, idempotencyKey } = attempt
  if (attempt.providerOrderId !== null) return { ok: true as const, providerOrderId: attempt.providerOrderId }
  const order = await findOrderByNumber(services.db, number)
  if (!order) throw new Error(`${number} is not there`)
  const opened = await services.providers[store][provider]!.create(
    orderPaymentRequest(services.publicUrl, order, { provider, checkoutId, means, idempotencyKey }),
  )
  if (!opened.ok) return opened
  const { providerOrderId } = opened
  await audited(services.db, actor, async (trx, record) => {
    const { rows } = await sql`update payment_attempt set provider_order_id = ${providerOrderId}
      where id = ${id} and provider_order_id is null returning id`.execute(trx)
    if (rows.length > 0)
      record({ action: 'payment.request', object: ['payment', id], store, after: { providerOrderId } })
  })
  return { ok: true as const, providerOrderId }
}

/** Whether nobody can pay it any more, or what was paid is held, released to the buyer, or listed for staff. */
function isDecided({ paymentState, status }: FinalizeAnswer & { ok: true }): boolean {
  switch (paymentState) {
    case 'cancelled':
    case 'expired':
    case 'failed':
    case 'captured':
    case 'part_refunded':
    case 'refunded':
      return true
    // Of an order that cannot be held it is released, which the record shows later.
    case 'authorized':
      return status === 'held'
    case 'open':
    case 'pending':
    case 'review':
      return false
  }
}

const isDead = ({ status }: { status: string }): boolean =>
  status === 'payment_failed' || status === 'cancelled'

/** Money that a node of the release before has seen taken for a dead order is listed for staff as well. */
async function noteEnded(
  db: Kysely<DB>,
  actor: Actor,
  attemptId: number,
  answer: FinalizeAnswer & { ok: true },
): Promise<'ended'> {
  const isTaken = answer.paymentState === 'captured' || answer.paymentState === 'part_refunded'
  const isUnclaimed = isTaken && isDead(answer)
  await audited(db, actor, async (trx) => {
    await sql`update payment_attempt set open_asked_at = null,
        unclaimed_at = case when ${isUnclaimed} then coalesce(unclaimed_at, now()) else unclaimed_at end
      where id = ${attemptId}`.execute(trx)
  })
  return 'ended'
}
