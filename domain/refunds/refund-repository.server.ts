/** The only SQL that reads and writes refunds. A refund is never changed. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isToken } from '../security/access-token.server.ts'
import { findOrderByToken, type StoredOrder } from '../orders/order-repository.server.ts'
import type { Refund, RefundReason } from './refund.ts'

export interface StoredRefund extends Refund {
  /** 1, 2, … within its order. */
  number: number
  reason: RefundReason
  /** Number of its credit note in the order's store; null where the order was not paid by invoice. */
  creditNote: number | null
  recordedAt: Date
}

interface RefundRow {
  number: number
  reason: RefundReason
  parts: Refund
  creditNote: number | null
  recordedAt: Date
}

const columns = sql`number, reason, parts, credit_note as "creditNote", recorded_at as "recordedAt"`
const storedRefund = ({ parts, ...row }: RefundRow): StoredRefund => ({ ...parts, ...row })

/** The refunds of an order so far, oldest first. */
export async function refundsOf(db: Kysely<DB>, orderId: number): Promise<StoredRefund[]> {
  const { rows } =
    await sql<RefundRow>`select ${columns} from refund where order_id = ${orderId} order by number`.execute(
      db,
    )
  return rows.map(storedRefund)
}

/** An order with its refunds. */
export type OrderWithRefunds = StoredOrder & { refunds: StoredRefund[] }

/** The order with an access token and its refunds, as its buyer reads it. */
export async function findReceipt(db: Kysely<DB>, token: string): Promise<OrderWithRefunds | null> {
  const order = isToken(token) ? await findOrderByToken(db, token) : null
  return order && withRefunds(db, order)
}

/** Adds an order's refunds to it. */
export async function withRefunds(db: Kysely<DB>, order: StoredOrder): Promise<OrderWithRefunds> {
  return { ...order, refunds: await refundsOf(db, order.id) }
}

/** The earlier refund under a key, with the original request. */
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
  refund: Refund & { number: number; reason: RefundReason; creditNote: number | null; recordedAt: Date },
  asked: { idempotencyKey: string; request: unknown },
): Promise<void> {
  const { number, reason, creditNote, recordedAt, ...parts } = refund
  await sql`insert into refund (order_id, number, idempotency_key, request, reason, parts, amount_minor, vat_minor,
      to_provider_minor, to_gift_cards_minor, exchanged_minor, to_origin_minor, uncollected_minor, credit_note, recorded_at)
    values (${orderId}, ${number}, ${asked.idempotencyKey}, ${JSON.stringify(asked.request)}::jsonb, ${reason},
      ${JSON.stringify(parts)}::jsonb, ${parts.amountMinor}, ${parts.vatMinor}, ${parts.toProviderMinor},
      ${parts.toGiftCardsMinor}, ${parts.exchangedMinor ?? 0}, ${parts.toOriginMinor ?? 0}, ${parts.uncollectedMinor ?? 0}, ${creditNote}, ${recordedAt})`.execute(
    trx,
  )
}
