/** The only SQL that reads and writes shipments and their deliveries. A shipment itself is never changed. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import type { Minor } from '../money/money.ts'
import type { CarrierId, ShippingKind } from '../stores/store.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { UnitsOfLines } from './order-units.ts'

export interface StoredShipment {
  /** 1, 2, … within its order. */
  number: number
  /** Null where nothing is carried. */
  carrier: CarrierId | null
  trackingNumber: string | null
  trackingUrl: string | null
  /** What the payment provider collects for it. */
  amountMinor: Minor
  /** Whether nothing is left to ship after it. */
  isLast: boolean
  shippedAt: Date
  /** When it reached the buyer, as its carrier says or by the days of the delivery method; null: in transit. */
  deliveredAt: Date | null
  /** Units per line, by uuid. */
  units: UnitsOfLines
}

/** The shipments of an order, oldest first. */
export async function shipmentsOf(db: Kysely<DB>, orderId: number): Promise<StoredShipment[]> {
  const shipments = await db
    .selectFrom('shipment')
    .leftJoin('shipment_delivery', 'shipment_delivery.shipment_id', 'shipment.id')
    .selectAll('shipment')
    .select('shipment_delivery.delivered_at')
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
    carrier: row.carrier as CarrierId | null,
    trackingNumber: row.tracking_number,
    trackingUrl: row.tracking_url,
    amountMinor: row.amount_minor,
    isLast: row.is_last,
    shippedAt: row.shipped_at,
    deliveredAt: row.delivered_at,
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
  shipment: Omit<StoredShipment, 'deliveredAt'>,
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

/** A shipment in transit, as far as its delivery depends on it. */
export interface TravellingShipment {
  id: number
  orderNumber: string
  store: StoreCode
  carrier: CarrierId | null
  trackingNumber: string | null
  shippedAt: Date
  /** The order's delivery method and its kind. */
  methodId: string
  kind: ShippingKind
}

/** A shipment's carrier is asked every three hours, for two months. */
const askAgainHours = 3
const askDays = 60

/** Shipments that are on their way and were not asked for lately; those that waited longest first. */
export async function travellingShipments(
  db: Kysely<DB>,
  limit: number,
  now: number,
): Promise<TravellingShipment[]> {
  const { rows } = await sql<TravellingShipment>`
    select s.id, o.number as "orderNumber", o.store, s.carrier, s.tracking_number as "trackingNumber",
      s.shipped_at as "shippedAt", o.snapshot->'shipping'->>'methodId' as "methodId",
      o.snapshot->'shipping'->>'kind' as kind
    from shipment s join orders o on o.id = s.order_id left join shipment_delivery d on d.shipment_id = s.id
    where o.status in ('processing', 'shipped') and d.delivered_at is null
      and (d.checked_at is null or d.checked_at < ${new Date(now)}::timestamptz - make_interval(hours => ${askAgainHours}))
      and s.shipped_at > ${new Date(now)}::timestamptz - make_interval(days => ${askDays})
    order by coalesce(d.checked_at, s.shipped_at), s.id limit ${limit}`.execute(db)
  return rows
}

/** A shipment by its parcel's number at one of the carriers; null: none. The latest, should a number be used again. */
export async function findParcel(
  db: Kysely<DB>,
  { carriers, trackingNumber }: { carriers: readonly CarrierId[]; trackingNumber: string },
): Promise<{ id: number; orderNumber: string; shippedAt: Date; isDelivered: boolean } | null> {
  const { rows } = await sql<{ id: number; orderNumber: string; shippedAt: Date; isDelivered: boolean }>`
    select s.id, o.number as "orderNumber", s.shipped_at as "shippedAt", d.delivered_at is not null as "isDelivered"
    from shipment s join orders o on o.id = s.order_id left join shipment_delivery d on d.shipment_id = s.id
    where s.tracking_number = ${trackingNumber} and s.carrier = any(${[...carriers]}::text[])
    order by s.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Records what is known of a shipment's delivery; a delivery that is known stays. */
export async function recordDelivery(
  trx: Kysely<DB>,
  shipmentId: number,
  checkedAt: number,
  delivery: { at: Date; source: 'carrier' | 'estimate' } | null,
): Promise<void> {
  await sql`insert into shipment_delivery as d (shipment_id, checked_at, delivered_at, source)
    values (${shipmentId}, ${new Date(checkedAt)}, ${delivery?.at ?? null}, ${delivery?.source ?? null})
    on conflict (shipment_id) do update set checked_at = excluded.checked_at,
      delivered_at = excluded.delivered_at, source = excluded.source where d.delivered_at is null`.execute(
    trx,
  )
}
