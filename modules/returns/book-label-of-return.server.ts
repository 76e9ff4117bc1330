/**
 * The carrier's label of a registered return, for its buyer. Goods that do not travel by parcel get none; where the
 * carrier cannot be reached the booking is repeated by a job, and the page of the return shows the label later.
 */
import type { Actor } from '../../domain/audit/actor.ts'
import type { StoredOrder } from '../../domain/orders/order-repository.server.ts'
import type { ParcelServices } from '../../domain/parcels/book-parcel.server.ts'
import { bookReturnLabel } from '../../domain/parcels/book-return-label.server.ts'
import { returnsOf } from './return-repository.server.ts'

export type LabelOfReturn =
  | { ok: true; state: 'ready' | 'pending'; trackingUrl: string | null }
  /** The store has no carrier for these goods, or it refused: the shop arranges the return with the buyer. */
  | { ok: true; state: 'unavailable'; trackingUrl: null }
  | { ok: false; code: 'unknown_return' | 'wrong_status' }

/** `number`: of the return, within its order. Must not be called within a transaction. */
export async function bookLabelOfReturn(
  services: ParcelServices,
  actor: Actor,
  order: Pick<StoredOrder, 'id' | 'number'>,
  number: number,
): Promise<LabelOfReturn> {
  const id = `${order.number}-R${number}`
  const own = (await returnsOf(services.db, order.id)).find((entry) => entry.id === id)
  if (!own) return { ok: false, code: 'unknown_return' }
  if (own.status !== 'registered') return { ok: false, code: 'wrong_status' }
  const items = own.items.filter(({ transport }) => transport === 'parcel')
  if (items.length === 0) return { ok: true, state: 'unavailable', trackingUrl: null }
  const answer = await bookReturnLabel(services, actor, {
    number: order.number,
    returnId: id,
    items: items.map(({ sku, quantity }) => ({ sku, quantity, isDamaged: false })),
  })
  if (!answer.ok) {
    services.log.warn({ return: id, code: answer.code }, 'a return has no label')
    return { ok: true, state: 'unavailable', trackingUrl: null }
  }
  const { status, trackingUrl } = answer.parcel
  return { ok: true, state: status === 'booked' ? 'ready' : 'pending', trackingUrl }
}
