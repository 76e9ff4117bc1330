/** The only SQL that reads and writes refunds. A refund is never changed. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { isToken } from '../security/access-token.server.ts'
import { findOrderByToken, type StoredOrder } from '../orders/order-repository.server.ts'
import { shareMinor } from '../money/money.ts'
import type { Refund, RefundLine, RefundReason } from './refund.ts'

export interface StoredRefund extends Refund {
  /** 1, 2, … within its order. */
  number: number
  reason: RefundReason
  /** Number of its credit note in the order's store; null where the order was not paid by invoice. */
  creditNote: number | null
  recordedAt: Date
}

/** A refund of an earlier release does not say which of its units had left. */
type StoredLine = Omit<RefundLine, 'returned'> & { returned?: number }

interface RefundRow {
  number: number
  reason: RefundReason
  parts: Omit<Refund, 'lines'> & { lines: StoredLine[] }
  creditNote: number | null
  recordedAt: Date
  /** Line uuid → its units that had left. */
  returned: Record<string, number> | null
}

const columns = sql`number, reason, parts, credit_note as "creditNote", recorded_at as "recordedAt",
  (select jsonb_object_agg(u.uuid, u.returned) from refund_unit u where u.refund_id = refund.id) as returned`

function storedRefund({ parts, returned, ...row }: RefundRow): StoredRefund {
  return { ...parts, ...row, lines: parts.lines.map((line) => placedLine(line, returned?.[line.uuid] ?? 0)) }
}

/** A line with the place of its units, as the database has it. */
function placedLine(line: StoredLine, returned: number): RefundLine {
  if (line.returned !== undefined) return { ...line, returned: line.returned }
  const cancelled = line.quantity - returned
  if (cancelled <= 0 || line.unshipped?.quantity === cancelled) return { ...line, returned }
  const amountMinor = shareMinor(line.amountMinor, cancelled, line.quantity)
  return { ...line, returned, unshipped: { quantity: cancelled, amountMinor } }
}

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
