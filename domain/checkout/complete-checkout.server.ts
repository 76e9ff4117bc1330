/**
 * Paying with what needs no provider's frame: our own invoice, and orders whose total is zero. The order is written
 * settled; a request that comes again gets the same order, and one that was left pending is settled.
 */
import type { OrderStatus } from '../orders/order-states.ts'
import { insertOrder, type NewOrder, type WrittenOrder } from '../orders/order-repository.server.ts'
import { finalizePayment, type FinalizeServices } from '../payments/finalize-payment.server.ts'
import type { PaymentProviderId } from '../payments/payment-provider-id.ts'
import { settlementOf } from '../payments/settle-at-once.ts'
import {
  placeOrder,
  type PlaceOrderInput,
  type PlaceOrderRefusal,
  type PlaceOrderServices,
} from './place-order.server.ts'

export type CompleteServices = PlaceOrderServices & FinalizeServices

export type CompletedCheckout =
  | { ok: true; number: string; accessToken: string; status: OrderStatus; placedNow: boolean }
  | PlaceOrderRefusal
  | { ok: false; code: 'payment_unavailable' | 'payment_failed' }

export async function completeCheckout(
  services: CompleteServices,
  input: Omit<PlaceOrderInput, 'provider' | 'attemptId'>,
): Promise<CompletedCheckout> {
  const placed = await placeOrder(services, { ...input, provider: 'invoice' }, (order) =>
    writeSettled(services, order),
  )
  if (!placed.ok) return placed
  const { order, placedNow } = placed
  if (order.status !== 'pending')
    return { ok: true, number: order.number, accessToken: order.accessToken, status: order.status, placedNow }
  const provider = order.provider as PaymentProviderId | 'none'
  const settled = await finalizePayment(services, provider, order.providerOrderId ?? '', 'shopper')
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

/** Order, settlement and the mails it owes become true together. */
async function writeSettled(services: CompleteServices, order: NewOrder): Promise<WrittenOrder | null> {
  const { snapshot, payment } = order
  const providerOrderId = 'providerOrderId' in payment ? payment.providerOrderId : ''
  return services.db.transaction().execute(async (trx) => {
    const written = await insertOrder(trx, order, (snapshotHash) =>
      settlementOf(
        services.providers[snapshot.payment],
        { providerOrderId, snapshot, snapshotHash },
        services.clock(),
      ),
    )
    for (const kind of written?.settlement?.mails ?? [])
      await services.jobs.enqueue(trx, 'order-mail', { orderId: written!.id, kind })
    return written
  })
}
