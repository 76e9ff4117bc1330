/** The only SQL that reads and writes shipments. A shipment is never changed. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { Minor } from '../money/money.ts'
import type { CarrierLogo } from '../stores/store.ts'
import type { UnitsOfLines } from './shipment-part.ts'

export interface StoredShipment {
  /** 1, 2, … within its order. */
  number: number
  /** Null where nothing is carried. */
  carrier: CarrierLogo | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** What the payment provider collects for it. */
  amountMinor: Minor
  /** Whether nothing is left to ship after it. */
  isLast: boolean
  shippedAt: Date
  /** Units per line, by uuid. */
  units: UnitsOfLines
}

/** The shipments of an order, oldest first. */
export async function shipmentsOf(db: Kysely<DB>, orderId: number): Promise<StoredShipment[]> {
  const shipments = await db
    .selectFrom('shipment')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute()
  if (shipments.length === 0) return []
  const lines = await db
    .selectFrom('shipment_line')
    .selectAll()
    .where(
      'shipment_id',
      'in',
      shipments.map(({ id }) => id),
    )
    .orderBy('uuid')
    .execute()
  return shipments.map((row) => ({
    number: row.number,
    carrier: row.carrier as CarrierLogo | null,
    trackingNumber: row.tracking_number,
    trackingUrl: row.tracking_url,
    amountMinor: row.amount_minor,
    isLast: row.is_last,
    shippedAt: row.shipped_at,
    units: new Map(
      lines.filter((line) => line.shipment_id === row.id).map(({ uuid, quantity }) => [uuid, quantity]),
    ),
  }))
}

/** Writes a shipment of an order that the caller's transaction has locked. */
export async function insertShipment(
  trx: Kysely<DB>,
  orderId: number,
  actor: Actor,
  shipment: StoredShipment,
): Promise<void> {
  const { id } = await trx
    .insertInto('shipment')
    .values({
      order_id: orderId,
      number: shipment.number,
      carrier: shipment.carrier,
      tracking_number: shipment.trackingNumber,
      tracking_url: shipment.trackingUrl,
      amount_minor: shipment.amountMinor,
      is_last: shipment.isLast,
      actor_kind: actor.kind,
      actor_id: actor.id,
      shipped_at: shipment.shippedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (shipment.units.size > 0)
    await trx
      .insertInto('shipment_line')
      .values([...shipment.units].map(([uuid, quantity]) => ({ shipment_id: id, uuid, quantity })))
      .execute()
}

/** Whether something of an order has left. */
export async function isAnythingShipped(trx: Kysely<DB>, orderId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('shipment')
    .select('id')
    .where('order_id', '=', orderId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The units that an order's shipments hold together, per line. */
export function unitsOf(shipments: readonly Pick<StoredShipment, 'units'>[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { units } of shipments)
    for (const [uuid, quantity] of units) sums.set(uuid, (sums.get(uuid) ?? 0) + quantity)
  return sums
}
