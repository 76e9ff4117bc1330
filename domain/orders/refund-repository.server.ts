/** The only SQL that reads and writes refunds and locks the payment they come out of. Refunds are never changed. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { AttemptStatus } from '../payments/decide-payment.ts'
import type { PaymentProviderId } from '../payments/payment-provider-id.ts'
import type { CurrencyCode } from '../stores/stores.ts'
import { isToken } from '../checkout/checkout-repository.server.ts'
import { findOrderByToken, type StoredOrder } from './order-repository.server.ts'
import type { OrderSnapshot } from './order-snapshot.ts'
import type { OrderStatus } from './order-states.ts'
import type { Refund, RefundReason } from './refund.ts'

export interface StoredRefund extends Refund {
  /** 1, 2, … within its order. */
  number: number
  reason: RefundReason
  /** Number of its credit note in the order's store. */
  creditNote: number
  recordedAt: Date
}

interface RefundRow {
  number: number
  reason: RefundReason
  parts: Refund
  creditNote: number
  recordedAt: Date
}

const columns = sql`number, reason, parts, credit_note as "creditNote", recorded_at as "recordedAt"`
const storedRefund = ({ parts, ...row }: RefundRow): StoredRefund => ({ ...parts, ...row })

/** What an order gave back so far, oldest first. */
export async function refundsOf(db: Kysely<DB>, orderId: number): Promise<StoredRefund[]> {
  const { rows } =
    await sql<RefundRow>`select ${columns} from refund where order_id = ${orderId} order by number`.execute(
      db,
    )
  return rows.map(storedRefund)
}

/** An order and what came back of it. */
export type OrderWithRefunds = StoredOrder & { refunds: StoredRefund[] }

/** The order behind an access token with what came back of it: how its buyer reads it. */
export async function findReceipt(db: Kysely<DB>, token: string): Promise<OrderWithRefunds | null> {
  const order = isToken(token) ? await findOrderByToken(db, token) : null
  return order && { ...order, refunds: await refundsOf(db, order.id) }
}

/** The refund asked for under a key before, with what was asked for then. */
export async function refundOfKey(
  trx: Kysely<DB>,
  orderId: number,
  key: string,
): Promise<{ refund: StoredRefund; request: unknown } | null> {
  const { rows } = await sql<RefundRow & { request: unknown }>`select ${columns}, request from refund
    where order_id = ${orderId} and idempotency_key = ${key}`.execute(trx)
  if (!rows[0]) return null
  const { request, ...row } = rows[0]
  return { refund: storedRefund(row), request }
}

export async function insertRefund(
  trx: Kysely<DB>,
  orderId: number,
  refund: Refund & { number: number; reason: RefundReason; creditNote: number; recordedAt: Date },
  asked: { idempotencyKey: string; request: unknown },
): Promise<void> {
  const { number, reason, creditNote, recordedAt, ...parts } = refund
  await sql`insert into refund (order_id, number, idempotency_key, request, reason, parts, amount_minor, vat_minor,
      to_provider_minor, to_gift_cards_minor, credit_note, recorded_at)
    values (${orderId}, ${number}, ${asked.idempotencyKey}, ${JSON.stringify(asked.request)}::jsonb, ${reason},
      ${JSON.stringify(parts)}::jsonb, ${parts.amountMinor}, ${parts.vatMinor}, ${parts.toProviderMinor},
      ${parts.toGiftCardsMinor}, ${creditNote}, ${recordedAt})`.execute(trx)
}

/** An order, locked, with the attempt that pays for it. */
export interface LockedOrder {
  id: number
  number: string
  status: OrderStatus
  snapshot: OrderSnapshot
  paidAt: Date | null
  deliveredAt: Date | null
  attempt: {
    id: number
    provider: PaymentProviderId | 'none'
    providerOrderId: string
    status: AttemptStatus
    amountMinor: number
    currency: CurrencyCode
    capturedMinor: number
    refundedMinor: number
  } | null
}

/** Locks an order by its number, then its latest attempt: whoever changes either waits. */
export async function lockOrder(trx: Kysely<DB>, number: string): Promise<LockedOrder | null> {
  const { rows } = await sql<Omit<LockedOrder, 'attempt'>>`
    select id, number, status, snapshot, paid_at as "paidAt", delivered_at as "deliveredAt" from orders where number = ${number} for update`.execute(
    trx,
  )
  if (!rows[0]) return null
  const { rows: attempts } = await sql<NonNullable<LockedOrder['attempt']>>`
    select id, provider, provider_order_id as "providerOrderId", status, amount_minor as "amountMinor", currency,
      captured_minor as "capturedMinor", refunded_minor as "refundedMinor"
    from payment_attempt where order_id = ${rows[0].id} order by id desc limit 1 for update`.execute(trx)
  return { ...rows[0], attempt: attempts[0] ?? null }
}

/** Notes what a provider did, under the key a retry repeats, and where its attempt stands after it. */
export async function recordOperation(
  trx: Kysely<DB>,
  attemptId: number,
  operation: {
    kind: 'capture' | 'refund' | 'cancel'
    amountMinor: number
    idempotencyKey: string
    providerOperationId: string
    attempt: AttemptStatus
  },
): Promise<void> {
  const { kind, amountMinor, idempotencyKey, providerOperationId, attempt } = operation
  await sql`insert into payment_operation (attempt_id, kind, amount_minor, idempotency_key, provider_operation_id, status)
    values (${attemptId}, ${kind}, ${amountMinor}, ${idempotencyKey}, ${providerOperationId}, 'done')`.execute(
    trx,
  )
  await sql`update payment_attempt set status = ${attempt}, updated_at = now(),
      captured_minor = captured_minor + ${kind === 'capture' ? amountMinor : 0},
      refunded_minor = refunded_minor + ${kind === 'refund' ? amountMinor : 0}
    where id = ${attemptId}`.execute(trx)
}
