/**
 * Ends an order whose payment is still open. The provider ends its payment first: it either refuses, because it
 * was paid meanwhile, or nobody can pay it any more. Its record then decides, as always.
 */
import type { Actor } from '../audit/actor.ts'
import { finalizePayment, type FinalizeServices } from './finalize-payment.server.ts'
import type { PaymentReference } from './payment-provider.ts'

/** Whether the order has ended unpaid, which reopens its checkout and releases its stock. */
export async function cancelOpenPayment(
  services: FinalizeServices,
  actor: Actor,
  payment: PaymentReference,
): Promise<boolean> {
  const { store, provider, providerOrderId } = payment
  const cancelled = await services.providers[store][provider]?.cancel(
    providerOrderId,
    `give-up-${providerOrderId}`,
  )
  if (!cancelled?.ok) return false
  const answer = await finalizePayment(services, actor, payment)
  return answer.ok && answer.status === 'payment_failed'
}
