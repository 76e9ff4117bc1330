/**
 * Completes checkouts that need nothing of a provider's: our own invoice, and orders whose total is zero. The
 * order is written already settled. Idempotent: a repeated request returns the same order, and settles one
 * that was left pending.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { creditKeys, type CreditBuyer } from '../credit/credit-keys.server.ts'
import { lockOpenCredit, type OrderCredit } from '../credit/credit-repository.server.ts'
import { decideCredit } from '../credit/decide-credit.ts'
import { payableMinorOf, type OrderSnapshot } from '../orders/order-snapshot.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { insertOrder, type NewOrder, type WrittenOrder } from '../orders/order-repository.server.ts'
import { finalizePayment, type FinalizeServices } from '../payments/finalize-payment.server.ts'
import { offeredProviders } from '../payments/offered-providers.ts'
import { isOfProvider } from '../payment-methods/payment-methods.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import { settlementAtOnce } from '../payments/settlement.ts'
import { endUnpaidOrder } from './end-unpaid-order.server.ts'
import { CreditRefused, type PlaceOrderRefusal } from './place-order-refusal.server.ts'
import { placeOrder, type PlaceOrderInput, type PlaceOrderServices } from './place-order.server.ts'

export type CompleteServices = PlaceOrderServices & FinalizeServices

export type CompletedCheckout =
  | { ok: true; number: string; accessToken: string; status: OrderStatus; placedNow: boolean }
  | PlaceOrderRefusal
  /** `payment_in_progress`: the order is written, and its provider has not charged it yet. */
  | { ok: false; code: 'payment_failed' | 'payment_in_progress' }

export async function completeCheckout(
  services: CompleteServices,
  actor: Actor,
  input: Omit<PlaceOrderInput, 'attemptId'>,
): Promise<CompletedCheckout> {
  const offered = offeredProviders(services.providers, input.store.code, input.form.customerType)
  const isOffered = input.provider !== 'none' && offered.includes(input.provider)
  const placed = await placeOrder(
    services,
    actor,
    { ...input, provider: isOffered ? input.provider : 'none' },
    (order, credit) => writeSettled(services, order, credit),
  )
  if (!placed.ok) return placed
  const { order, placedNow } = placed
  if (order.status !== 'pending')
    return { ok: true, number: order.number, accessToken: order.accessToken, status: order.status, placedNow }
  const provider = order.provider as PaymentProviderId | 'none'
  if (provider !== 'none' && isOfProvider(provider))
    return (await endUnpaidOrder(services, actor, input.store.code, order))
      ? completeCheckout(services, actor, input)
      : { ok: false, code: 'payment_in_progress' }
  const settled = await finalizePayment(services, actor, {
    store: input.store.code,
    provider,
    providerOrderId: order.providerOrderId ?? '',
  })
  if (!settled.ok) return { ok: false, code: 'payment_unavailable' }
  if (settled.status === 'payment_failed' || settled.status === 'cancelled')
    return { ok: false, code: 'payment_failed' }
  return {
    ok: true,
    number: settled.number,
    accessToken: settled.accessToken,
    status: settled.status,
    placedNow,
  }
}

/** Writes credit, order, settlement and the mails it owes in one transaction. Throws CreditRefused. */
async function writeSettled(
  services: CompleteServices,
  order: NewOrder,
  buyer: CreditBuyer,
): Promise<WrittenOrder | null> {
  const { snapshot, payment } = order
  const providerOrderId = ('providerOrderId' in payment && payment.providerOrderId) || ''
  return services.db.transaction().execute(async (trx) => {
    const credit = snapshot.payment === 'invoice' ? await takeCredit(services, trx, snapshot, buyer) : null
    const written = await insertOrder(trx, credit ? { ...order, credit } : order, (snapshotHash) =>
      settlementAtOnce(
        services.providers[snapshot.store][snapshot.payment],
        { providerOrderId, snapshot, snapshotHash, credit: credit?.decision ?? null },
        services.clock(),
      ),
    )
    for (const kind of written?.settlement?.mails ?? [])
      await services.jobs.enqueue(trx, 'order-mail', { orderId: written!.id, kind })
    return written
  })
}

/**
 * Decides about the invoice while holding the locks of the buyer's keys, so that concurrent orders are
 * decided one after the other, across all nodes.
 */
async function takeCredit(
  services: CompleteServices,
  trx: Kysely<DB>,
  snapshot: OrderSnapshot,
  buyer: CreditBuyer,
): Promise<OrderCredit> {
  const { network, ...limits } = services.orderLimits[snapshot.store]
  const keys = creditKeys(services.keys, buyer)
  const amountMinor = payableMinorOf(snapshot)
  const bounded = keys.filter((key) =>
    Number.isFinite((key.kind === 'network' ? network : limits[buyer.kind].credit.held).minor),
  )
  const open = await lockOpenCredit(trx, snapshot.store, bounded, {
    networkSince: new Date(services.clock() - network.days * 86_400_000),
  })
  const decision = decideCredit({ credit: limits[buyer.kind].credit, network }, amountMinor, open)
  if (decision === 'refused') throw new CreditRefused()
  return {
    amountMinor,
    decision,
    keys: keys.map(({ kind, digest }) => ({ kind, digest: digest.toString('hex') })),
  }
}
