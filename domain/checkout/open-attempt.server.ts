/** An attempt to pay a checkout, before its order. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { Minor } from '../money/money.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { OfferedMeans } from '../stores/store.ts'
import type { Store } from '../stores/stores.ts'
import { randomToken } from '../security/access-token.server.ts'

interface Attempt {
  id: number
  provider_order_id: string | null
  idempotency_key: string
}

/**
 * The open attempt of this checkout, choice and customer type, or a new one, whose idempotency key is
 * stored before the provider is called.
 */
export async function openAttempt(
  db: Kysely<DB>,
  actor: Actor,
  {
    checkoutId,
    store,
    provider,
    customerType,
    means,
    amountMinor,
  }: {
    checkoutId: string
    store: Store
    provider: PaymentProviderId
    customerType: 'private' | 'business'
    means: OfferedMeans | null
    amountMinor: Minor
  },
): Promise<Attempt> {
  return audited(db, actor, async (trx, record) => {
    await sql`select 1 from checkout where id = ${checkoutId} for update`.execute(trx)
    const { rows } = await sql<Attempt>`
      select id, provider_order_id, idempotency_key from payment_attempt
      where checkout_id = ${checkoutId} and provider = ${provider} and customer_type = ${customerType}
        and asked_means is not distinct from ${means}
        and store = ${store.code} and order_id is null and status in ('created', 'pending')
      order by id desc limit 1`.execute(trx)
    if (rows[0]) return rows[0]
    const { rows: made } = await sql<Attempt>`
      insert into payment_attempt (checkout_id, provider, store, customer_type, asked_means, amount_minor, currency,
        idempotency_key)
      values (${checkoutId}, ${provider}, ${store.code}, ${customerType}, ${means}, ${amountMinor}, ${store.currency},
        ${randomToken()})
      returning id, provider_order_id, idempotency_key`.execute(trx)
    const [attempt] = made
    record({
      action: 'payment.open',
      object: ['payment', attempt!.id],
      store: store.code,
      after: { provider, amountMinor },
    })
    return attempt!
  })
}
