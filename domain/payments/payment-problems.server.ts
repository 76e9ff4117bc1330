/**
 * Problems of payments after their order was accepted: a capture or refund that the provider refused, or an
 * authorization that ended before the goods left. Staff see them at once, in the order's history, in the log, and in
 * `anode payments list --waiting`. The buyer gets a mail a day later, if the problem is still there: most are mended by
 * staff within hours.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { addOrderMail } from '../orders/order-repository.server.ts'
import { isSettled, type OrderStatus } from '../orders/order-states.ts'

/** How long staff have before the buyer gets a mail. */
const staffHours = 24

interface ProblemServices {
  db: Kysely<DB>
  jobs: JobQueue<'order-mail'>
  /** Epoch milliseconds. */
  clock: () => number
}

const notifyBuyerAt = (clock: () => number): Date => new Date(clock() + staffHours * 3_600_000)

/** The buyer is owed a mail about the payment of an accepted order. Returns whether it is the first problem of it. */
export async function reportPaymentProblem(
  { db: trx, jobs, clock }: ProblemServices,
  orderId: number,
): Promise<boolean> {
  return addOrderMail(trx, jobs, orderId, 'payment-problem', notifyBuyerAt(clock))
}

/** The refund was announced to the buyer, who gets a correction. `operationKey`: of the refused refund. */
export async function reportRefundProblem(
  { db: trx, jobs, clock }: ProblemServices,
  orderId: number,
  operationKey: string,
): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    select number from refund where order_id = ${orderId}
      and ${operationKey} = 'refund-' || order_id || '-' || idempotency_key`.execute(trx)
  for (const { number } of rows)
    await addOrderMail(trx, jobs, orderId, `refund-problem-${number}`, notifyBuyerAt(clock))
}

/** Whether an accepted order still has a refused capture, or lost its authorization and nothing was captured since. */
export async function hasPaymentProblem(
  db: Kysely<DB>,
  { id, status }: { id: number; status: OrderStatus },
): Promise<boolean> {
  if (!isSettled(status)) return false
  const { rows } = await sql<{ hasProblem: boolean }>`
    select exists (
      select from payment_operation p join payment_attempt a on a.id = p.attempt_id
      where a.order_id = ${id} and p.kind = 'capture' and p.status = 'refused'
    ) or exists (
      select from order_event e where e.order_id = ${id} and e.kind = 'payment-lost'
        and not exists (select from payment_attempt a where a.order_id = ${id} and a.captured_minor > 0)
    ) as "hasProblem"`.execute(db)
  return rows[0]!.hasProblem
}

/** Whether the provider's last answer to the refund was a refusal. */
export async function isRefundRefused(db: Kysely<DB>, orderId: number, refund: number): Promise<boolean> {
  const { rows } = await sql<{ isRefused: boolean }>`
    select exists (
      select from refund r join payment_attempt a on a.order_id = r.order_id
      join payment_operation p on p.attempt_id = a.id
        and p.idempotency_key = 'refund-' || r.order_id || '-' || r.idempotency_key
      where r.order_id = ${orderId} and r.number = ${refund} and p.status = 'refused'
    ) as "isRefused"`.execute(db)
  return rows[0]!.isRefused
}
