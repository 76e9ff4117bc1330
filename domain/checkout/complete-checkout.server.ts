/**
 * Paying with what needs no provider's frame: our own invoice, and orders whose total is zero. Places the order
 * and settles it; a request that comes again, also after a crash in between, goes on where the first one stopped.
 */
import type { OrderStatus } from '../orders/order-states.ts'
import { finalizePayment, type FinalizeServices } from '../payments/finalize-payment.server.ts'
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
  const placed = await placeOrder(services, { ...input, provider: 'invoice' })
  if (!placed.ok) return placed
  const { order, placedNow } = placed
  if (order.status !== 'pending')
    return { ok: true, number: order.number, accessToken: order.accessToken, status: order.status, placedNow }
  if (!order.provider || !order.providerOrderId) return { ok: false, code: 'payment_unavailable' }
  const settled = await finalizePayment(
    services,
    order.provider as PaymentProviderId | 'none',
    order.providerOrderId,
    'shopper',
  )
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
