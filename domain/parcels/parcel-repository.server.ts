/** The only SQL that reads and writes parcels. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type {
  BookedParcel,
  CustomsDeclaration,
  ParcelDangerousGoods,
  ParcelRequest,
} from '../shipping/parcel-booking.ts'
import type { CarrierId } from '../stores/store.ts'
import type { StoreCode } from '../stores/stores.ts'

export type ParcelStatus = 'sent' | 'unknown' | 'booked' | 'refused' | 'cancelled'

export interface StoredParcel {
  id: number
  orderId: number
  orderNumber: string
  direction: ParcelRequest['direction']
  reference: string
  /** Number of the return; null of a parcel to the buyer. */
  returnId: string | null
  store: StoreCode
  carrier: CarrierId
  /** `unknown`: the carrier did not answer, and may have booked it. */
  status: ParcelStatus
  /** Units per line of the order, by uuid; of a return, by sku. */
  units: Record<string, number>
  request: ParcelRequest | null
  customs: CustomsDeclaration | null
  dangerousGoods: ParcelDangerousGoods[]
  /** Whether the order is shipped as soon as the parcel is booked. */
  ships: boolean
  bookingId: string | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** PDF; null where there is none, or no longer. */
  label: Buffer | null
  labelUrl: string | null
  problem: string | null
  tries: number
  isShipped: boolean
  createdAt: Date
}

const columns = sql`p.id, p.order_id as "orderId", o.number as "orderNumber", p.direction, p.reference,
  p.return_id as "returnId", p.store, p.carrier, p.status, p.units, p.request, p.customs,
  p.dangerous_goods as "dangerousGoods", p.ships, p.booking_id as "bookingId", p.tracking_number as "trackingNumber",
  p.tracking_url as "trackingUrl", p.label, p.label_url as "labelUrl", p.problem, p.tries,
  p.shipment_id is not null as "isShipped", p.created_at as "createdAt"`

export async function findParcel(db: Kysely<DB>, id: number): Promise<StoredParcel | null> {
  const { rows } =
    await sql<StoredParcel>`select ${columns} from parcel p join orders o on o.id = p.order_id where p.id = ${id}`.execute(
      db,
    )
  return rows[0] ?? null
}

/** All parcels of an order, oldest first. */
export async function parcelsOf(db: Kysely<DB>, orderId: number): Promise<StoredParcel[]> {
  const { rows } = await sql<StoredParcel>`select ${columns} from parcel p join orders o on o.id = p.order_id
    where p.order_id = ${orderId} order by p.id`.execute(db)
  return rows
}

/** The parcel of a return, for its buyer. */
export interface ReturnParcel {
  /** Number of the return. */
  returnId: string | null
  /** `sent` and `unknown`: the carrier has not answered. */
  status: ParcelStatus
  carrier: CarrierId
  trackingUrl: string | null
  hasLabel: boolean
}

/** The latest parcel of each of these returns; none of those without. */
export async function returnParcelsOf(db: Kysely<DB>, returnIds: readonly string[]): Promise<ReturnParcel[]> {
  if (returnIds.length === 0) return []
  const { rows } = await sql<ReturnParcel>`
    select distinct on (return_id) return_id as "returnId", status, carrier, tracking_url as "trackingUrl",
      label is not null or label_url is not null as "hasLabel"
    from parcel where return_id = any(${[...returnIds]}) order by return_id, id desc`.execute(db)
  return rows
}

/** Whether a parcel may still be shipped, or used for its return. */
export function isOpen({ status, isShipped }: Pick<StoredParcel, 'status' | 'isShipped'>): boolean {
  return !isShipped && (status === 'sent' || status === 'unknown' || status === 'booked')
}

/** Writes a parcel that is to be booked; the caller's transaction has locked the order. Returns its id. */
export async function insertParcel(
  trx: Kysely<DB>,
  orderId: number,
  actor: Actor,
  parcel: {
    carrier: CarrierId
    request: ParcelRequest
    units: Record<string, number>
    ships: boolean
    returnId: string | null
  },
): Promise<number> {
  const { request, carrier, units, ships, returnId } = parcel
  const { id } = await trx
    .insertInto('parcel')
    .values({
      order_id: orderId,
      direction: request.direction,
      reference: request.reference,
      return_id: returnId,
      store: request.store,
      carrier,
      units: JSON.stringify(units),
      request: JSON.stringify(request),
      customs: request.customs && JSON.stringify(request.customs),
      dangerous_goods: JSON.stringify(request.dangerousGoods),
      ships,
      actor_kind: actor.kind,
      actor_id: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether the order is shipped as soon as its open parcel is booked. */
export async function setShips(trx: Kysely<DB>, id: number, ships: boolean): Promise<void> {
  await trx
    .updateTable('parcel')
    .set({ ships, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** How long one node may ask a carrier; longer than any request to a carrier with its label. */
const claimSeconds = 90

/**
 * Claims a parcel that is not booked yet, for this node to ask its carrier; committed before the request, so that a
 * retry after a crash is known as one. False: it is booked, or another node asks.
 */
export async function claimParcel(db: Kysely<DB>, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`update parcel
    set tries = tries + 1, claimed_until = now() + make_interval(secs => ${claimSeconds}), updated_at = now()
    where id = ${id} and status in ('sent', 'unknown') and (claimed_until is null or claimed_until < now())`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Records the outcome of a claimed parcel. False: it was cancelled meanwhile. */
export async function recordOutcome(
  trx: Kysely<DB>,
  id: number,
  outcome: { status: 'booked'; parcel: BookedParcel } | { status: 'refused' | 'unknown'; problem: string },
): Promise<boolean> {
  const isBooked = outcome.status === 'booked'
  const { numUpdatedRows } = await trx
    .updateTable('parcel')
    .set({
      status: outcome.status,
      claimed_until: null,
      updated_at: sql<Date>`now()`,
      problem: isBooked ? null : outcome.problem,
      ...(outcome.status !== 'unknown' && { request: null }),
      ...(isBooked && {
        booking_id: outcome.parcel.bookingId,
        tracking_number: outcome.parcel.trackingNumber,
        tracking_url: outcome.parcel.trackingUrl,
        label: outcome.parcel.label && Buffer.from(outcome.parcel.label),
        label_url: outcome.parcel.labelUrl,
      }),
    })
    .where('id', '=', id)
    .where('status', 'in', ['sent', 'unknown'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends a parcel without its use. `problem`: why, or what is left to do at the carrier. */
export async function markCancelled(trx: Kysely<DB>, id: number, problem: string | null): Promise<void> {
  await trx
    .updateTable('parcel')
    .set({ status: 'cancelled', request: null, ships: false, problem, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Notes why a booked parcel could not be shipped; it is not tried again by itself. */
export async function markNotShipped(trx: Kysely<DB>, id: number, problem: string): Promise<void> {
  await trx
    .updateTable('parcel')
    .set({ ships: false, problem, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function storeLabel(db: Kysely<DB>, id: number, label: Uint8Array): Promise<void> {
  await db
    .updateTable('parcel')
    .set({ label: Buffer.from(label) })
    .where('id', '=', id)
    .execute()
}

/** Binds the booked parcel with a tracking number to the shipment of that number, if there is one. */
export async function bindParcel(
  trx: Kysely<DB>,
  orderId: number,
  shipment: { number: number; trackingNumber: string },
): Promise<void> {
  await sql`update parcel set updated_at = now(),
      shipment_id = (select id from shipment where order_id = ${orderId} and number = ${shipment.number})
    where order_id = ${orderId} and direction = 'outbound' and tracking_number = ${shipment.trackingNumber}
      and status = 'booked'`.execute(trx)
}

/**
 * Parcels that wait for an answer, or that are booked and not shipped though they should be; oldest first. A carrier
 * that does not answer is asked a minute later, then after two, up to an hour.
 */
export async function waitingParcels(db: Kysely<DB>, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from parcel
    where (status in ('sent', 'unknown') or (status = 'booked' and ships and shipment_id is null))
      and updated_at < now() - make_interval(mins => least(greatest(tries, 1), 60))
      and (claimed_until is null or claimed_until < now())
    order by updated_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Labels are kept as long as a parcel may be lost and asked for. */
const labelDays = 90

/** Deletes labels that are no longer needed; they show the buyer's address. */
export async function tidyParcels(db: Kysely<DB>): Promise<void> {
  await sql`update parcel set label = null, label_url = null
    where label is not null and updated_at < now() - make_interval(days => ${labelDays})`.execute(db)
}
