/**
 * Pays with a provider whose field is in our own form (Stripe): the order is written first, then the payment is
 * opened with its number and hash, and the browser confirms it in the provider's embed. Idempotent: repeated, it
 * returns the same order and payment.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { findOrderByNumber } from '../orders/order-repository.server.ts'
import type { CallingProvider } from '../payments/callback-address.ts'
import { offeredProviders } from '../payments/offered-providers.ts'
import { basketOfOrder } from '../payments/payment-basket.ts'
import type { PaymentEmbed, PaymentProviders } from '../payments/payment-provider.ts'
import { findCheckout } from './checkout-repository.server.ts'
import { paymentUrls, prefillOf } from './payment-request.server.ts'
import type { PlaceOrderRefusal } from './place-order-refusal.server.ts'
import { placeOrder, type PlaceOrderInput, type PlaceOrderServices } from './place-order.server.ts'

export interface StartPaymentServices extends PlaceOrderServices {
  providers: PaymentProviders
  publicUrl: string
}

export type StartedPayment =
  | { ok: true; number: string; accessToken: string; providerOrderId: string; embed: PaymentEmbed }
  | PlaceOrderRefusal
  /** `payment_in_progress`: the checkout is being paid, or is paid; its result is to be read. */
  | { ok: false; code: 'payment_unavailable' | 'payment_in_progress' }

export async function startPayment(
  services: StartPaymentServices,
  actor: Actor,
  input: Omit<PlaceOrderInput, 'provider' | 'attemptId'> & { provider: CallingProvider },
): Promise<StartedPayment> {
  const { store, provider, form } = input
  const adapter = services.providers[store.code][provider]
  if (!adapter || !offeredProviders(services.providers, store.code, form.customerType).includes(provider))
    return { ok: false, code: 'payment_unavailable' }
  const placed = await placeOrder(services, actor, input)
  if (!placed.ok) return placed
  const { number, status } = placed.order
  if (status !== 'pending' || placed.order.provider !== provider)
    return { ok: false, code: 'payment_in_progress' }
  const order = await findOrderByNumber(services.db, number)
  const checkout = await findCheckout(services.db, store.code, input.checkoutId)
  const attempt = order && (await findAttempt(services.db, order.id))
  if (!order || !checkout || !attempt) throw new Error(`${number} has no payment`)
  const request = {
    idempotencyKey: attempt.idempotency_key,
    checkoutId: checkout.id,
    order: { number, snapshotHash: order.snapshotHash },
    basket: basketOfOrder(order.snapshot),
    urls: paymentUrls(services.publicUrl, store.code, provider, checkout.id),
    email: order.snapshot.customer.email,
    prefill: prefillOf(store, checkout),
  }
  const known = attempt.provider_order_id
  const answer = await (known ? adapter.update(known, request) : adapter.create(request))
  if (!answer.ok)
    return { ok: false, code: answer.code === 'read_only' ? 'payment_in_progress' : 'payment_unavailable' }
  const { providerOrderId, embed } = answer
  if (known === null)
    await audited(services.db, actor, async (trx, record) => {
      await sql`update payment_attempt set provider_order_id = ${providerOrderId}, updated_at = now()
        where id = ${attempt.id} and provider_order_id is null`.execute(trx)
      const after = { providerOrderId }
      record({ action: 'payment.request', object: ['payment', attempt.id], store: store.code, after })
    })
  return { ok: true, number, accessToken: order.accessToken, providerOrderId, embed }
}

async function findAttempt(db: Kysely<DB>, orderId: number) {
  return db
    .selectFrom('payment_attempt')
    .select(['id', 'provider_order_id', 'idempotency_key'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}
