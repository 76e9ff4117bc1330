/** Locks an order together with its payment attempt. Every change to either starts here. */
import type { Minor } from '../money/money.ts'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { CurrencyCode } from '../stores/store.ts'
import { currentSnapshot } from './current-snapshot.server.ts'
import type { OrderSnapshot } from './order-snapshot.ts'
import type { OrderStatus } from './order-states.ts'
import type { AttemptStatus } from './payment-attempt.ts'

/** A locked order with its latest attempt. */
export interface LockedOrder {
  id: number
  number: string
  status: OrderStatus
  snapshot: OrderSnapshot
  /** Null while an invoice is unpaid. */
  paidAt: Date | null
  deliveredAt: Date | null
  attempt: {
    id: number
    provider: PaymentProviderId | 'none'
    /** Null: its provider has not answered, or was never asked. */
    providerOrderId: string | null
    status: AttemptStatus
    amountMinor: Minor
    currency: CurrencyCode
    capturedMinor: Minor
    refundedMinor: Minor
  } | null
}

/**
 * Locks the order with a number, then its latest attempt, until the transaction ends. Null: no such order.
 */
export async function lockOrder(trx: Kysely<DB>, number: string): Promise<LockedOrder | null> {
  const { rows } = await sql<Omit<LockedOrder, 'attempt'>>`
    select id, number, status, ${currentSnapshot} as snapshot, paid_at as "paidAt", delivered_at as "deliveredAt"
    from orders where number = ${number} for update`.execute(trx)
  if (!rows[0]) return null
  const { rows: attempts } = await sql<NonNullable<LockedOrder['attempt']>>`
    select id, provider, provider_order_id as "providerOrderId", status, amount_minor as "amountMinor", currency,
      captured_minor as "capturedMinor", refunded_minor as "refundedMinor"
    from payment_attempt where order_id = ${rows[0].id} order by id desc limit 1 for update`.execute(trx)
  return { ...rows[0], attempt: attempts[0] ?? null }
}

/** Locks an order by its id, for a transition that depends only on its status. */
export async function lockOrderStatus(
  trx: Kysely<DB>,
  orderId: number,
): Promise<{ id: number; status: OrderStatus } | null> {
  const row = await trx
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirst()
  return row ? { id: row.id, status: row.status as OrderStatus } : null
}
