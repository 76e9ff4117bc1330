/** Ends the unpaid order of a checkout for a shopper who pays in another way, or once more. */
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { cancelOpenPayment } from '../payments/cancel-open-payment.server.ts'
import { lockOrderStatus } from '../orders/lock-order.server.ts'
import { expirePendingOrder } from '../payments/expire-pending-order.server.ts'
import { finalizePayment, type FinalizeServices } from '../payments/finalize-payment.server.ts'
import { isPaymentMethod, isRedirected } from '../payment-methods/payment-methods.ts'
import type { PaymentReference } from '../payments/payment-provider.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { CheckoutOrder } from './checkout-repository.server.ts'

/**
 * Only of a payment that was declined in our own form, or left on the provider's page. False: it is paid, or a payment
 * of it may be in flight.
 */
export async function endUnpaidOrder(
  services: FinalizeServices,
  actor: Actor,
  store: StoreCode,
  { id, status, provider, providerOrderId }: CheckoutOrder,
): Promise<boolean> {
  if (status !== 'pending' || provider === null || !isPaymentMethod(provider)) return false
  if (isRedirected(provider)) {
    // Nobody was sent to the provider's page.
    if (providerOrderId === null)
      return audited(services.db, actor, async (trx) => {
        await lockOrderStatus(trx, id)
        // In another tab the shopper may have been sent there since.
        const attempts = await trx
          .selectFrom('payment_attempt')
          .select('provider_order_id')
          .where('order_id', '=', id)
          .forUpdate()
          .execute()
        if (attempts.some((attempt) => attempt.provider_order_id !== null)) return false
        return expirePendingOrder(trx, actor, id)
      })
    return endLeft(services, actor, { store, provider, providerOrderId })
  }
  const adapter = services.providers[store][provider]
  if (providerOrderId === null || !adapter?.bindOrder) return false
  const record = await adapter.retrieve(providerOrderId)
  if (!record.ok || record.isIdle !== true) return false
  return cancelOpenPayment(services, actor, { store, provider, providerOrderId })
}

async function endLeft(
  services: FinalizeServices,
  actor: Actor,
  payment: PaymentReference,
): Promise<boolean> {
  const answer = await finalizePayment(services, actor, payment)
  if (!answer.ok) return false
  if (answer.status === 'pending' && answer.paymentState === 'open')
    return cancelOpenPayment(services, actor, payment)
  return answer.status === 'payment_failed'
}
