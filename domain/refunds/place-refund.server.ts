/**
 * Staff say which units a refund of before units were counted concerned: `books check` lists it as unclear, because
 * neither shipments nor times say it. It moves no money: what the refund paid stays as it was booked.
 */
import { sql } from 'kysely'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { unitsOfOrder } from '../shipments/order-units.ts'
import { shipmentsOf } from '../shipments/shipment-repository.server.ts'
import { endLocked, lockBeforeCancelling, type EndServices } from './end-order.server.ts'
import { shippedLeft } from './place-units.ts'
import { refundsOf } from './refund-repository.server.ts'

export type PlaceRefund =
  | { ok: true; cancelled: number; returned: number }
  /** The order, its refund or its line, or the refund is not unclear. */
  | { ok: false; code: 'unknown_order' | 'unknown_refund' }
  /** `most`: so many of its units can have been cancelled; `least`: so many must have been. */
  | { ok: false; code: 'too_many_units'; least: number; most: number }

/** `open`: of the refunded units of the line (uuid or sku), those that had not left and never will. */
export async function placeRefund(
  services: EndServices,
  actor: Actor,
  { number, refund, line, open }: { number: string; refund: number; line: string; open: number },
): Promise<PlaceRefund> {
  return audited(services.db, actor, async (trx, record): Promise<PlaceRefund> => {
    const order = await lockOrder(trx, number)
    if (!order) return { ok: false, code: 'unknown_order' }
    const { id, status, snapshot } = order
    const { rows } = await sql<{ refundId: number; uuid: string; cancelled: number; returned: number }>`
      select u.refund_id as "refundId", u.uuid, u.cancelled, u.returned from refund_unit u
      join refund r on r.id = u.refund_id join order_line l on l.order_id = u.order_id and l.uuid = u.uuid
      where u.order_id = ${id} and r.number = ${refund} and u.is_unclear and (u.uuid = ${line} or l.sku = ${line})
      limit 2`.execute(trx)
    const [placed, other] = rows
    if (!placed || other) return { ok: false, code: 'unknown_refund' }
    const [shipments, refunds] = [await shipmentsOf(trx, id), await refundsOf(trx, id)]
    const units = unitsOfOrder({ status, lines: snapshot.lines }, { shipments, refunds }).get(placed.uuid)!
    const all = placed.cancelled + placed.returned
    const most = Math.min(all, placed.cancelled + Math.max(0, units.open))
    const least = Math.max(0, all - placed.returned - shippedLeft(units))
    if (!Number.isSafeInteger(open) || open < least || open > most)
      return { ok: false, code: 'too_many_units', least, most }
    await lockBeforeCancelling(trx, id)
    const after = { cancelled: open, returned: all - open }
    await trx
      .updateTable('refund_unit')
      .set({ ...after, is_unclear: false })
      .where('refund_id', '=', placed.refundId)
      .where('uuid', '=', placed.uuid)
      .execute()
    await sql`select fit_reservations(${id})`.execute(trx)
    record({
      action: 'order.place_refund',
      object: ['order', number],
      store: snapshot.store,
      before: { refund, cancelled: placed.cancelled, returned: placed.returned },
      after: { refund, ...after },
    })
    await endLocked({ ...services, db: trx }, actor, order)
    return { ok: true, ...after }
  })
}
