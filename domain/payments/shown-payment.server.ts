/** Reads an order's payment as its buyer may see it. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { OrderSnapshot } from '../orders/order-snapshot.ts'
import { shownPayment, type PaidAttempt, type ShownPayment } from './shown-payment.ts'

/** The payment of an order: of several attempts the one that has the money, otherwise the latest. */
export async function paymentOfOrder(
  db: Kysely<DB>,
  { id, snapshot }: { id: number; snapshot: Pick<OrderSnapshot, 'payment'> },
): Promise<ShownPayment> {
  const { rows } = await sql<PaidAttempt>`select provider, status, means,
      amount_minor as "amountMinor", captured_minor as "capturedMinor"
    from payment_attempt where order_id = ${id}
    order by (captured_minor > 0 or status = 'authorized') desc, id desc limit 1`.execute(db)
  return shownPayment(snapshot.payment, rows[0] ?? null)
}
