/**
 * Books parcels with their carriers, outside of any transaction. A parcel is stored before its carrier is asked; a
 * carrier that does not answer is asked again later under the same reference, by `reconcileParcels`.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { recordOrderEvent } from '../orders/order-repository.server.ts'
import type { BookingAnswer, ParcelCarriers } from '../shipping/parcel-booking.ts'
import type { WarningLog } from '../log/warning-log.ts'
import {
  claimParcel,
  findParcel,
  isOpen,
  markCancelled,
  parcelsOf,
  recordOutcome,
  storeLabel,
  type StoredParcel,
} from './parcel-repository.server.ts'

export interface ParcelServices {
  db: Kysely<DB>
  parcels: ParcelCarriers
  /** Epoch milliseconds. */
  clock: () => number
  log: WarningLog
}

/**
 * Asks the carrier to book a stored parcel, unless it is booked or another node asks. Returns the parcel as it is
 * then; `unknown` and `sent` wait for the next attempt.
 */
export async function performBooking(
  services: ParcelServices,
  actor: Actor,
  id: number,
): Promise<StoredParcel> {
  const { db, parcels, log } = services
  if (!(await claimParcel(db, id))) return existing(db, id)
  const parcel = await existing(db, id)
  const { request, carrier, orderNumber, reference } = parcel
  if (!request) throw new Error(`parcel ${reference} has no request`)
  const outcome = outcomeOf(await parcels.book(carrier, request, parcel.tries > 1))
  await audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, orderNumber)
    if (!order) throw new Error(`there is no order ${orderNumber}`)
    const isRecorded = await recordOutcome(trx, id, outcome)
    if (!isRecorded || outcome.status === 'unknown') return
    await recordOrderEvent(trx, order.id, {
      kind: outcome.status === 'booked' ? 'parcel-booked' : 'parcel-refused',
      from: order.status,
      to: order.status,
      actor,
      data: { parcel: reference, carrier },
    })
  })
  if (outcome.status !== 'booked')
    log.warn({ parcel: reference, carrier, status: outcome.status }, 'a parcel was not booked')
  return existing(db, id)
}

function outcomeOf(answer: BookingAnswer): Parameters<typeof recordOutcome>[2] {
  if (answer.ok) return { status: 'booked', parcel: answer.parcel }
  switch (answer.code) {
    case 'carrier_unavailable':
      return { status: 'unknown', problem: answer.code }
    case 'carrier_refused':
      return { status: 'refused', problem: answer.reason }
    case 'not_supported':
      return { status: 'refused', problem: answer.code }
  }
}

async function existing(db: Kysely<DB>, id: number): Promise<StoredParcel> {
  const parcel = await findParcel(db, id)
  if (!parcel) throw new Error(`there is no parcel ${id}`)
  return parcel
}

/** The reference of an order's next parcel, e.g. `S100001-P2`. */
export function nextReference(orderNumber: string, past: readonly Pick<StoredParcel, 'direction'>[]): string {
  return `${orderNumber}-P${past.filter(({ direction }) => direction === 'outbound').length + 1}`
}

export type CancelParcelAnswer =
  /**
   * `unused`: the carrier has no cancellation, and does not charge a label that is never handed in. `abandoned`: the
   * carrier had not answered; a label may exist there that nobody uses.
   */
  | { ok: true; parcel: StoredParcel; state: 'cancelled' | 'unused' | 'abandoned' }
  | { ok: false; code: 'unknown_order' | 'nothing_open' | 'carrier_unavailable' }
  | { ok: false; code: 'carrier_refused'; reason: string }

/** Cancels the open parcel of an order, or of one of its returns. A shipped parcel is not cancelled. */
export async function cancelParcel(
  services: ParcelServices,
  actor: Actor,
  { number, returnId = null }: { number: string; returnId?: string | null },
): Promise<CancelParcelAnswer> {
  const { db, parcels } = services
  const found = await audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    if (!order) return 'unknown_order' as const
    const all = await parcelsOf(trx, order.id)
    return all.find((parcel) => parcel.returnId === returnId && isOpen(parcel)) ?? ('nothing_open' as const)
  })
  if (typeof found === 'string') return { ok: false, code: found }
  let state: 'cancelled' | 'unused' | 'abandoned' = 'abandoned'
  if (found.status === 'booked') {
    const { store, direction } = found
    const answer = await parcels.cancel(found.carrier, { store, direction, bookingId: found.bookingId! })
    if (!answer.ok && answer.code === 'carrier_unavailable') return { ok: false, code: answer.code }
    if (!answer.ok && answer.code === 'carrier_refused') return answer
    state = answer.ok ? answer.state : 'unused'
  }
  const isCancelled = await audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, number)
    const parcel = await existing(trx, found.id)
    if (!order || !isOpen(parcel)) return false
    await markCancelled(trx, found.id, state === 'cancelled' ? null : state)
    await recordOrderEvent(trx, order.id, {
      kind: 'parcel-cancelled',
      from: order.status,
      to: order.status,
      actor,
      data: { parcel: found.reference, state },
    })
    return true
  })
  if (!isCancelled) return { ok: false, code: 'nothing_open' }
  return { ok: true, parcel: await existing(db, found.id), state }
}

/** The label of a parcel; downloads it where it could not be before. Null: there is none. */
export async function labelOf(
  { db, parcels }: Pick<ParcelServices, 'db' | 'parcels'>,
  parcel: Pick<StoredParcel, 'id' | 'store' | 'carrier' | 'label' | 'labelUrl'>,
): Promise<Uint8Array | null> {
  if (parcel.label || parcel.labelUrl === null) return parcel.label
  const { store, labelUrl } = parcel
  const label = await parcels.label(parcel.carrier, { store, labelUrl })
  if (label) await storeLabel(db, parcel.id, label)
  return label
}
