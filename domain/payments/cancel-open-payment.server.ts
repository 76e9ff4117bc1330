/**
 * Ends an order whose payment is still open. The provider ends its payment first: it either refuses, because it
 * was paid meanwhile, or nobody can pay it any more. Its record then decides, as always.
 *
 * Walley cannot end a payment in which nothing was bought: it agrees, and its record stays open. Then the order alone
 * is ended. A purchase that is made in it nevertheless asks first, and gets an order of its own, or is refused; one
 * that was approved before is a payment after failure, which holds the order.
 */
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { isRedirected } from '../payment-methods/payment-methods.ts'
import { expirePendingOrder } from './expire-pending-order.server.ts'
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
  if (!answer.ok) return false
  if (answer.status !== 'pending') return answer.status === 'payment_failed'
  if (answer.paymentState !== 'open') return false
  // Its page can still be paid, and nobody asks first: the order ends once the provider's record says so.
  if (isRedirected(provider)) return false
  return audited(services.db, actor, (trx) => expirePendingOrder(trx, actor, answer.orderId))
}
