/** A refund requested by staff. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { refundPartsOfModules } from '../../modules/refund-parts.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { zeroMinor, type Minor } from '../money/money.ts'
import { lockOrder, type LockedOrder } from '../orders/lock-order.server.ts'
import { addOrderMail } from '../orders/order-repository.server.ts'
import { everythingLeft } from './allocate-refund.ts'
import {
  refundLocked,
  refundMail,
  type RefundInput,
  type RefundRefusal,
  type RefundServices,
} from './refund-locked.server.ts'
import { refundOfKey, refundsOf, type StoredRefund } from './refund-repository.server.ts'
import { refundLimitRefusal, type RefundChecks, type RefundLimitRefusal } from './refund-limit.server.ts'
import { refundStateOf } from './collected.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'

export type RefundOrderAnswer =
  /** `repeated`: the same was requested under the same key before. */
  | { ok: true; refund: StoredRefund; repeated: boolean }
  | RefundRefusal
  /** It is above a limit of the store (decision 91). `amountMinor`: of this refund. */
  | { ok: false; code: RefundLimitRefusal; uuid: null; amountMinor: Minor }
  /** Units of this line are refunded by a module, with the return of the goods. */
  | { ok: false; code: 'units_in_return'; uuid: string }

/** Refunds part of the order with a number, or all that is left of it. A refusal writes nothing. */
export async function refundOrder(
  services: RefundServices,
  actor: Actor,
  { number, isApproved, isSteppedUp, ...input }: RefundInput & RefundChecks & { number: string },
): Promise<RefundOrderAnswer> {
  return audited(services.db, actor, async (trx, _record, rollBack): Promise<RefundOrderAnswer> => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order', uuid: null }
    const uuid = await heldLine(trx, order, input)
    if (uuid !== null) return { ok: false, code: 'units_in_return', uuid }
    const answer = await refundLocked({ ...services, db: trx }, actor, order, input)
    if (!answer.ok) return rollBack(answer)
    if (answer.repeated) return answer
    const { amountMinor, number: refundNumber } = answer.refund
    const checks = { isApproved: isApproved ?? false, isSteppedUp: isSteppedUp ?? false }
    const code = await refundLimitRefusal(trx, actor, order, checks)
    if (code !== null) return rollBack({ ok: false, code, uuid: null, amountMinor })
    await addOrderMail(trx, services.jobs, order.id, refundMail(refundNumber))
    return answer
  })
}

/**
 * The first requested line with units that a module refunds, as those in an open return. It would be ambiguous whether
 * the refunded units are those of the return, so they would count twice. A price reduction has no units and is allowed.
 */
async function heldLine(
  trx: Kysely<DB>,
  order: LockedOrder,
  { request, idempotencyKey }: RefundInput,
): Promise<string | null> {
  const held = new Set<string>()
  for (const { heldSkus } of refundPartsOfModules)
    for (const sku of await heldSkus(trx, order.id)) held.add(sku)
  if (held.size === 0 || (await refundOfKey(trx, order.id, idempotencyKey))) return null
  const { lines } =
    request === 'everything' ? everythingLeft(order.snapshot, await unitsLeftOf(trx, order)) : request
  const wanted = new Set(lines.filter(({ quantity = 0 }) => quantity > 0).map(({ uuid }) => uuid))
  return order.snapshot.lines.find(({ uuid, sku }) => wanted.has(uuid) && held.has(sku))?.uuid ?? null
}

async function unitsLeftOf(trx: Kysely<DB>, order: LockedOrder) {
  const [shipments, refunds] = [await shipmentsOf(trx, order.id), await refundsOf(trx, order.id)]
  return refundStateOf(order, { shipments, refunds }, zeroMinor).units
}
