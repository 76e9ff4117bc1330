/**
 * What providers report: verified, stored as received, answered, and processed by a job. An event is a hint to
 * read the payment's record again (design.md section 5): it may come twice, early, late or forged.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { jobActor } from '../audit/actor.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { ProviderMethod } from '../payment-methods/payment-methods.ts'
import { recordFailedRefunds } from './failed-refunds.server.ts'
import { finalizePayment, type FinalizeServices } from './finalize-payment.server.ts'
import { findPaymentEvent, markPaymentEvent, storePaymentEvent } from './payment-event-repository.server.ts'
import type { CallbackRequest, PaymentProvider, PaymentProviders } from './payment-provider.ts'

export interface ReceiveServices {
  db: Kysely<DB>
  providers: PaymentProviders
  jobs: JobQueue<'payment-event'>
}

export type ReceivedAnswer =
  | { ok: true }
  | { ok: false; code: 'unknown_address' | 'bad_signature' | 'unreadable' | 'unknown_payment' }

/**
 * Stores a callback; once it resolves with `ok` the provider may forget it. Anybody can send an unsigned one: it counts
 * only for a payment that the shop has opened, and nothing but the payment's id is stored.
 */
export async function receivePaymentEvent(
  { db, providers, jobs }: ReceiveServices,
  address: { provider: ProviderMethod; store: StoreCode },
  request: CallbackRequest,
): Promise<ReceivedAnswer> {
  const read = providers[address.store][address.provider]?.readCallback?.(request)
  if (!read) return { ok: false, code: 'unknown_address' }
  if (!read.ok) return read
  const { providerOrderId, eventId, kind } = read
  if (eventId === null && !(await isOpenedPayment(db, { ...address, providerOrderId })))
    return { ok: false, code: 'unknown_payment' }
  const kept = eventId === null ? { headers: {}, query: {}, body: Buffer.alloc(0) } : request
  await db.transaction().execute(async (trx) => {
    const id = await storePaymentEvent(trx, { ...address, eventId, kind, providerOrderId, request: kept })
    if (id !== null) await jobs.enqueue(trx, 'payment-event', { eventId: id })
  })
  return { ok: true }
}

/** The event cannot be processed yet; the job queue tries again, with growing delays. */
export class PaymentEventDelayed extends Error {
  override name = 'PaymentEventDelayed'
}

/**
 * Settles the payment that an event is about and confirms the order to the provider. Idempotent. Throws
 * PaymentEventDelayed while the payment, its order or the provider is not there yet.
 */
export async function processPaymentEvent(services: FinalizeServices, eventId: number): Promise<void> {
  const { db, providers } = services
  const event = await findPaymentEvent(db, eventId)
  if (!event || event.isProcessed || event.providerOrderId === null) return
  const { store, provider, providerOrderId, deliveries } = event
  const delay = async (outcome: string): Promise<never> => {
    await markPaymentEvent(db, eventId, { outcome, isDone: false })
    throw new PaymentEventDelayed(outcome)
  }
  const answer = await finalizePayment(services, jobActor('payment-event'), {
    store,
    provider,
    providerOrderId,
  })
  if (!answer.ok) return delay(answer.code)
  const failures = await recordFailedRefunds(services, jobActor('payment-event'), {
    store,
    provider,
    providerOrderId,
  })
  if (!failures.ok) return delay(failures.code)
  const { number, checkoutId, status } = answer
  // The provider repeats its callback until the order is confirmed to it; an unpaid one is not.
  if (status !== 'pending' && answer.paymentState !== 'open') {
    const acknowledged = await acknowledge(providers[store][provider], providerOrderId, {
      number,
      checkoutId,
    })
    if (!acknowledged) return delay('not_acknowledged')
  }
  const outcome = `order_${status}`
  // Reported again since: the payment may have changed after its record was read.
  if (!(await markPaymentEvent(db, eventId, { outcome, isDone: true, deliveries })))
    return delay('reported_again')
}

/** Whether the shop has opened this payment in this store: no frame is shown, and nothing paid, before that is stored. */
async function isOpenedPayment(
  db: Kysely<DB>,
  payment: { provider: ProviderMethod; store: StoreCode; providerOrderId: string | null },
): Promise<boolean> {
  const attempt = await db
    .selectFrom('payment_attempt')
    .select('id')
    .where('provider', '=', payment.provider)
    .where('provider_order_id', '=', payment.providerOrderId)
    .where('store', '=', payment.store)
    .executeTakeFirst()
  return attempt !== undefined
}

async function acknowledge(
  provider: PaymentProvider | undefined,
  providerOrderId: string,
  { number, checkoutId }: { number: string; checkoutId: string },
): Promise<boolean> {
  const answer = await provider?.acknowledge?.(providerOrderId, { orderNumber: number, checkoutId })
  // A refusal will not change: the order was cancelled at the provider, for example.
  return answer === undefined || answer.ok || answer.code === 'refused'
}
