/**
 * Processing of a return by staff: products arrive, money is refunded, or the return is rejected. Each step
 * locks the order. None of it changes stock: people check whether products can be sold again.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { addOrderMail, recordOrderEvent } from '../orders/order-repository.server.ts'
import { canMove } from '../orders/order-states.ts'
import { transitionOrder } from '../orders/transition-order.server.ts'
import {
  refundLocked,
  refundMail,
  type RefundRefusal,
  type RefundServices,
} from '../refunds/refund-order.server.ts'
import type { StoredRefund } from '../refunds/refund-repository.server.ts'
import type { ReturnMail } from '../jobs/job-queue.ts'
import { noteGoodsOfOrderBack } from '../withdrawals/withdrawal-repository.server.ts'
import { loadReturnGoods } from './return-goods.server.ts'
import { returnMail } from './return-mail-kind.ts'
import { returnRefundRequest } from './return-refund.ts'
import { returnOrder } from './register-return.server.ts'
import { returnsOf, setReturnStatus, type StoredReturn } from './return-repository.server.ts'
import { refundReasonOf, returnableLines, returnTransitions, type ReturnStatus } from './return.ts'

export type HandledReturn =
  | { ok: true; id: string; refund: StoredRefund | null }
  | { ok: false; code: 'unknown_return' | 'wrong_status' | RefundRefusal['code'] }

/** Rolls back a transaction that ends in a refusal. */
class Refused extends Error {
  readonly code: RefundRefusal['code']
  constructor(code: RefundRefusal['code']) {
    super(code)
    this.code = code
  }
}

type Found = { order: LockedOrder; own: StoredReturn }

interface Step {
  to: ReturnStatus
  /** The mail that reports it. */
  mail?: ReturnMail
  rejection?: string
}

/** Locks the order of a return, and moves the return if the transition is allowed. */
async function handle(
  services: RefundServices,
  actor: Actor,
  id: string,
  { to, mail, rejection }: Step,
  work: (services: RefundServices, found: Found) => Promise<StoredRefund | null> = async () => null,
): Promise<HandledReturn> {
  const wanted = id.trim().toUpperCase()
  try {
    return await audited(services.db, actor, async (trx) => {
      const order = await lockOrder(trx, wanted.replace(/-R\d+$/, ''))
      const own = order && (await returnsOf(trx, order.id)).find((entry) => entry.id === wanted)
      if (!order || !own) return { ok: false, code: 'unknown_return' }
      if (!returnTransitions[own.status].includes(to)) return { ok: false, code: 'wrong_status' }
      const refund = await work({ ...services, db: trx }, { order, own })
      await setReturnStatus(trx, own.labelToken, to, {
        refundNumber: refund?.number,
        ...(rejection !== undefined && { rejection }),
        ...(to === 'sent' && { sentAt: new Date(services.clock()) }),
      })
      await recordOrderEvent(trx, order.id, {
        kind: `return-${to}`,
        from: order.status,
        to: order.status,
        actor,
        data: { return: own.id },
      })
      if (to === 'received') await noteGoodsOfOrderBack(trx, order.id, new Date(services.clock()))
      if (mail) await addOrderMail(trx, services.jobs, order.id, returnMail(mail, own))
      return { ok: true, id: own.id, refund }
    })
  } catch (error) {
    if (error instanceof Refused) return { ok: false, code: error.code }
    throw error
  }
}

/** The buyer has handed the products in. */
export async function noteReturnSent(
  services: RefundServices,
  actor: Actor,
  id: string,
): Promise<HandledReturn> {
  return handle(services, actor, id, { to: 'sent' })
}

/** The products have arrived. */
export async function receiveReturn(
  services: RefundServices,
  actor: Actor,
  id: string,
): Promise<HandledReturn> {
  return handle(services, actor, id, { to: 'received', mail: 'received' })
}

/** The products have been looked at, and nothing is decided yet. */
export async function inspectReturn(
  services: RefundServices,
  actor: Actor,
  id: string,
): Promise<HandledReturn> {
  return handle(services, actor, id, { to: 'inspected' })
}

/**
 * Refunds the products of a return with their deposits. `shipping`: whether the delivery is refunded too; by default
 * as the buyer was shown when it was registered.
 */
export async function refundReturn(
  services: RefundServices,
  actor: Actor,
  id: string,
  { shipping }: { shipping?: boolean | undefined } = {},
): Promise<HandledReturn> {
  return handle(services, actor, id, { to: 'refunded' }, async (inside, { order, own }) => {
    const whole = await returnOrder(inside.db, order)
    const goods = await loadReturnGoods(inside.db, order.snapshot.lines)
    const answer = await refundLocked(inside, actor, order, {
      request: returnRefundRequest(whole, own.items, { goods, shipping: shipping ?? own.refundsShipping }),
      reason: refundReasonOf(own.items),
      idempotencyKey: `return-${own.id}`,
    })
    if (!answer.ok) throw new Refused(answer.code)
    await addOrderMail(inside.db, inside.jobs, order.id, refundMail(answer.refund.number))
    const open = whole.returns.filter(({ status }) => returnTransitions[status].length > 0)
    if (open.length === 1 && returnableLines(whole).length === 0)
      await closeOrder(inside.db, actor, order, own)
    return answer.refund
  })
}

/** Moves the order to `returned`: nothing of it is left with its buyer. */
async function closeOrder(
  trx: Kysely<DB>,
  actor: Actor,
  order: LockedOrder,
  own: StoredReturn,
): Promise<void> {
  if (!canMove(order.status, 'returned')) return
  const data = { return: own.id }
  await transitionOrder(trx, order, { to: 'returned', event: 'returned', actor, data })
}

/**
 * Rejects the return: its units may be returned again within the return period. `reason`: for the buyer, in the
 * language of the store.
 */
export async function rejectReturn(
  services: RefundServices,
  actor: Actor,
  id: string,
  reason: string,
): Promise<HandledReturn> {
  return handle(services, actor, id, { to: 'rejected', mail: 'rejected', rejection: reason })
}
