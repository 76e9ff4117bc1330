/**
 * Processing of a return by staff: products arrive, money is refunded, or the return is rejected. Each step
 * locks the order. None of it changes stock: people check whether products can be sold again.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited, type RollBack } from '../../domain/audit/audited.server.ts'
import { lockOrder, type LockedOrder } from '../../domain/orders/lock-order.server.ts'
import {
  addOrderMail,
  recordOrderEvent,
  type WrittenOrder,
} from '../../domain/orders/order-repository.server.ts'
import { canMove } from '../../domain/orders/order-states.ts'
import { transitionOrder } from '../../domain/orders/transition-order.server.ts'
import { refundLocked, refundMail, type RefundServices } from '../../domain/refunds/refund-locked.server.ts'
import type { StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { noteGoodsOfOrderBack } from './withdrawal-repository.server.ts'
import { exchangeLocked, type ExchangeRefusal } from './exchange-return.server.ts'
import { loadReturnGoods } from './return-goods.server.ts'
import {
  refundLimitRefusal,
  wasSeenByAnother,
  type RefundLimitRefusal,
} from '../../domain/refunds/refund-limit.server.ts'
import { returnMail, type ReturnMail } from './return-mail-kind.ts'
import { returnRefundRequest } from './return-refund.ts'
import { returnOrder } from './register-return.server.ts'
import { returnsOf, setReturnStatus, type StoredReturn } from './return-repository.server.ts'
import {
  refundReasonOf,
  returnableLines,
  returnTransitions,
  type ReturnOrder,
  type ReturnStatus,
} from './return.ts'

export type HandledReturn =
  /** `exchangeOrder`: number of the order that delivers the exchange. */
  | { ok: true; id: string; refund: StoredRefund | null; exchangeOrder: string | null }
  | { ok: false; code: 'unknown_return' | 'wrong_status' | ExchangeRefusal | RefundLimitRefusal }

/** The return and its order, and how a step that is refused late ends. */
type Found = { order: LockedOrder; own: StoredReturn; rollBack: RollBack<HandledReturn> }

interface Step {
  to: ReturnStatus
  /** The mail that reports it. */
  mail?: ReturnMail
  rejection?: string
}

/** What a step has written. */
interface StepResult {
  refund: StoredRefund
  exchangeOrder?: WrittenOrder
}

/** Locks the order of a return, and moves the return if the transition is allowed. */
async function handle(
  services: RefundServices,
  actor: Actor,
  id: string,
  { to, mail, rejection }: Step,
  work: (services: RefundServices, found: Found) => Promise<StepResult | null> = async () => null,
): Promise<HandledReturn> {
  const wanted = id.trim().toUpperCase()
  return audited(services.db, actor, async (trx, _record, rollBack): Promise<HandledReturn> => {
    const order = await lockOrder(trx, wanted.replace(/-R\d+$/, ''))
    const own = order && (await returnsOf(trx, order.id)).find((entry) => entry.id === wanted)
    if (!order || !own) return { ok: false, code: 'unknown_return' }
    if (!returnTransitions[own.status].includes(to)) return { ok: false, code: 'wrong_status' }
    const done = await work({ ...services, db: trx }, { order, own, rollBack })
    await setReturnStatus(trx, own.labelToken, to, {
      refundNumber: done?.refund.number,
      exchangeOrderId: done?.exchangeOrder?.id,
      ...(rejection !== undefined && { rejection }),
      ...(to === 'sent' && { sentAt: new Date(services.clock()) }),
    })
    await recordOrderEvent(trx, order.id, {
      kind: `return-${to}`,
      from: order.status,
      to: order.status,
      actor,
      data: { return: own.id, ...(done?.exchangeOrder && { order: done.exchangeOrder.number }) },
    })
    if (to === 'received') await noteGoodsOfOrderBack(trx, order.id, new Date(services.clock()))
    if (mail) await addOrderMail(trx, services.jobs, order.id, returnMail(mail, own))
    const { refund = null, exchangeOrder } = done ?? {}
    return { ok: true, id: own.id, refund, exchangeOrder: exchangeOrder?.number ?? null }
  })
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
 * as the buyer was shown when it was registered. Above the store's limit staff other than the actor have received or
 * inspected the goods.
 */
export async function refundReturn(
  services: RefundServices,
  actor: Actor,
  id: string,
  { shipping, isSteppedUp = false }: { shipping?: boolean | undefined; isSteppedUp?: boolean } = {},
): Promise<HandledReturn> {
  return handle(services, actor, id, { to: 'refunded' }, async (inside, { order, own, rollBack }) => {
    const whole = await returnOrder(inside.db, order)
    const goods = await loadReturnGoods(inside.db, order.snapshot.lines)
    const answer = await refundLocked(inside, actor, order, {
      request: returnRefundRequest(whole, own.items, { goods, shipping: shipping ?? own.refundsShipping }),
      reason: refundReasonOf(own.items),
      idempotencyKey: `return-${own.id}`,
    })
    if (!answer.ok) return rollBack({ ok: false, code: answer.code })
    const limit = await limitRefusal(inside.db, actor, order, { own, isSteppedUp })
    if (limit !== null) return rollBack({ ok: false, code: limit })
    await addOrderMail(inside.db, inside.jobs, order.id, refundMail(answer.refund.number))
    await closeOrder(inside.db, actor, order, { own, whole })
    return { refund: answer.refund }
  })
}

/**
 * Exchanges the goods of a return: what is to be exchanged is sent as an order of its own, the rest and the difference in
 * price are refunded. Refused where the goods were sold meanwhile; the return is refunded then.
 */
export async function exchangeReturn(
  services: RefundServices,
  actor: Actor,
  id: string,
  { isSteppedUp = false }: { isSteppedUp?: boolean } = {},
): Promise<HandledReturn> {
  return handle(
    services,
    actor,
    id,
    { to: 'exchanged', mail: 'exchanged' },
    async (inside, { order, own, rollBack }) => {
      const whole = await returnOrder(inside.db, order)
      const answer = await exchangeLocked(inside, actor, order, { own, whole })
      if (!answer.ok) return rollBack({ ok: false, code: answer.code })
      const limit = await limitRefusal(inside.db, actor, order, { own, isSteppedUp })
      if (limit !== null) return rollBack({ ok: false, code: limit })
      // The mail about the exchange names a difference in price; a credit note comes with the mail of its refund.
      if (answer.refund.creditNote !== null)
        await addOrderMail(inside.db, inside.jobs, order.id, refundMail(answer.refund.number))
      await closeOrder(inside.db, actor, order, { own, whole })
      return { refund: answer.refund, exchangeOrder: answer.order }
    },
  )
}

async function limitRefusal(
  trx: Kysely<DB>,
  actor: Actor,
  order: LockedOrder,
  { own, isSteppedUp }: { own: StoredReturn; isSteppedUp: boolean },
): Promise<RefundLimitRefusal | null> {
  const isApproved = await wasSeenByAnother(trx, actor, { number: order.number, returnId: own.id })
  return refundLimitRefusal(trx, actor, order, { isApproved, isSteppedUp })
}

/** Moves the order to `returned` if nothing of it is left with its buyer after this return. */
async function closeOrder(
  trx: Kysely<DB>,
  actor: Actor,
  order: LockedOrder,
  { own, whole }: { own: StoredReturn; whole: ReturnOrder },
): Promise<void> {
  const open = whole.returns.filter(({ status }) => returnTransitions[status].length > 0)
  if (open.length !== 1 || returnableLines(whole).length > 0) return
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
