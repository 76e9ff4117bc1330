/**
 * Releases authorizations that a checkout no longer needs: its buyer began a payment, gave it up, paid another order of
 * the same checkout, and the first payment was authorized all the same. Only where that other order is accepted: until
 * then the late payment may be the only one.
 */
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { isSettled, type OrderStatus } from '../orders/order-states.ts'
import { operationSums, requestOperation } from './payment-operations.server.ts'
import type { PerformServices } from './perform-operations.server.ts'

/**
 * Requests the release of every superseded authorization, at most 200, each in a transaction of its own; a job performs
 * it at the provider. Idempotent: one is requested once, and staff send a refused one again. Returns the orders.
 */
export async function releaseSuperseded(
  services: Pick<PerformServices, 'db' | 'providers' | 'jobs' | 'log'>,
  actor: Actor,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`select o.number from payment_attempt a
    join orders o on o.id = a.order_id
    join checkout c on c.id = a.checkout_id and c.order_id <> o.id
    where a.status = 'authorized' and a.captured_minor = 0 and o.status = 'payment_failed'
      and not exists (select from payment_operation p where p.attempt_id = a.id and p.kind = 'cancel')
    order by a.id limit 200`.execute(services.db)
  const released: string[] = []
  for (const { number } of rows)
    try {
      if (await release(services, actor, number)) released.push(number)
    } catch (error) {
      services.log.warn({ order: number, err: error }, 'a superseded authorization could not be released')
    }
  return released
}

function release(
  { db, providers, jobs }: Pick<PerformServices, 'db' | 'providers' | 'jobs'>,
  actor: Actor,
  number: string,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const order = await lockOrder(trx, number)
    const { attempt } = order ?? {}
    if (order?.status !== 'payment_failed' || attempt?.status !== 'authorized') return false
    const { rows } = await sql<{ number: string; status: OrderStatus }>`
      select paid.number, paid.status from orders own
      join checkout c on c.id = own.checkout_id join orders paid on paid.id = c.order_id
      where own.id = ${order.id} and paid.id <> own.id`.execute(trx)
    const [paid] = rows
    if (!paid || !isSettled(paid.status)) return false
    const { captureMinor, pending } = await operationSums(trx, attempt.id)
    if (captureMinor > 0 || pending > 0) return false
    const answer = await requestOperation(
      { db: trx, providers, jobs },
      { ...order, attempt },
      {
        kind: 'cancel',
        amountMinor: attempt.amountMinor,
        idempotencyKey: `cancel-superseded-${attempt.id}`,
        lines: [],
        attempt: 'cancelled',
      },
    )
    if (!answer.ok) return false
    record({
      action: 'payment.release',
      object: ['payment', attempt.id],
      store: order.snapshot.store,
      after: { amountMinor: attempt.amountMinor, order: number, paidBy: paid.number },
      reason: 'superseded',
    })
    return true
  })
}
