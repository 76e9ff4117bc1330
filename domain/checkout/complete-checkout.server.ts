/**
 * Paying with what needs no provider's frame: our own invoice, and orders whose total is zero. Places the order
 * and settles it in one transaction; a request that comes again gets the same order, and one that was left pending
 * is settled.
 */
import type { OrderStatus } from '../orders/order-states.ts'
import { insertOrder } from '../orders/order-repository.server.ts'
import {
  finalizePayment,
  type FinalizeAnswer,
  type FinalizeServices,
} from '../payments/finalize-payment.server.ts'
import type { PaymentProviderId } from '../payments/payment-provider.ts'
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
  let settledAtOnce: FinalizeAnswer | null = null
  const placed = await placeOrder(services, { ...input, provider: 'invoice' }, (order) =>
    services.db.transaction().execute(async (trx) => {
      const written = await insertOrder(trx, order)
      // Nobody but us holds a record of this payment, so order and settlement become true together.
      if (written)
        settledAtOnce = await settle({ ...services, db: trx }, order.snapshot.payment, order.payment)
      return written
    }),
  )
  if (!placed.ok) return placed
  const { order, placedNow } = placed
  if (order.status !== 'pending')
    return { ok: true, number: order.number, accessToken: order.accessToken, status: order.status, placedNow }
  const settled = settledAtOnce ?? (await settle(services, order.provider, order))
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

function settle(
  services: FinalizeServices,
  provider: string | null,
  payment: { providerOrderId: string | null } | { attemptId: number },
): Promise<FinalizeAnswer> {
  const id = 'providerOrderId' in payment ? payment.providerOrderId : null
  return finalizePayment(services, provider as PaymentProviderId | 'none', id ?? '', 'shopper')
}
