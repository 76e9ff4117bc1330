/**
 * Asks carriers whether shipments were delivered. Where a carrier cannot be asked, or does not know the parcel, the
 * delivery is estimated from the days of the delivery method. An order is delivered with its last shipment: periods
 * of withdrawal and return begin then.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { lockOrder } from '../orders/lock-order.server.ts'
import { transitionOrder } from '../orders/transition-order.server.ts'
import { arrivedAt } from '../shipments/shipment-part.ts'
import {
  findParcel,
  recordDelivery,
  shipmentsOf,
  travellingShipments,
  type TravellingShipment,
} from '../shipments/shipment-repository.server.ts'
import type { DeliveryEvent } from '../shipping/delivery-event.ts'
import { estimatedDeliveryAt } from '../shipping/next-delivery.ts'
import type { ParcelCarriers } from '../shipping/parcel-booking.ts'
import { shippingMethod } from '../shipping/shipping-methods.ts'
import { stores } from '../stores/stores.ts'
import type { WarningLog } from '../log/warning-log.ts'

export interface DeliveryServices {
  db: Kysely<DB>
  parcels: ParcelCarriers
  /** Epoch milliseconds. */
  clock: () => number
  log: WarningLog
}

interface Delivery {
  at: Date
  source: 'carrier' | 'estimate'
}

/** An account that does not answer so often is not asked again in the run: one that hangs would take all its time. */
const mostUnanswered = 3
/** How long before its shipment a delivery may be reported: clocks differ, and staff hand over before they say so. */
const earliestBeforeShippedMs = 86_400_000

/** Of a method that the store no longer has. */
const usualDays = { max: 5 }

/**
 * Asks for at most 40 shipments. A failure does not stop the others; shipments of an account that does not answer are
 * asked about in a later run. Returns how many were looked at, and how many
 * were delivered.
 */
export async function recordDeliveries(
  services: DeliveryServices,
  actor: Actor,
): Promise<{ asked: number; delivered: number }> {
  const { db, clock, log } = services
  const report = { asked: 0, delivered: 0 }
  const unanswered = new Map<string, number>()
  for (const shipment of await travellingShipments(db, 40, clock())) {
    report.asked++
    try {
      const delivery = await deliveryOf(services, shipment, unanswered)
      await record(services, actor, shipment, delivery)
      if (delivery) report.delivered++
    } catch (error) {
      log.warn({ order: shipment.orderNumber, err: error }, 'a delivery could not be recorded')
    }
  }
  return report
}

/** Null: in transit, or its carrier does not answer now. `unanswered`: how often, by account. */
async function deliveryOf(
  { parcels, clock }: DeliveryServices,
  { carrier, store, trackingNumber, shippedAt, methodId, kind }: TravellingShipment,
  unanswered: Map<string, number>,
): Promise<Delivery | null> {
  const now = clock()
  if (carrier !== null && trackingNumber !== null) {
    const account = `${carrier} ${store}`
    const failures = unanswered.get(account) ?? 0
    if (failures >= mostUnanswered) return null
    const answer = await parcels.delivery(carrier, { store, trackingNumber })
    if (answer.ok) {
      if (!answer.deliveredAt) return null
      return { at: plausibleTime(answer.deliveredAt, shippedAt, now), source: 'carrier' }
    }
    if (answer.code === 'carrier_unavailable') {
      unanswered.set(account, failures + 1)
      return null
    }
  }
  const days = kind === 'email' ? { max: 0 } : (shippingMethod(store, methodId)?.days ?? usualDays)
  const at = estimatedDeliveryAt(stores[store], shippedAt.getTime(), days)
  return at <= now ? { at: new Date(at), source: 'estimate' } : null
}

/** Clocks differ; a delivery is neither before the shipment nor in the future. */
function plausibleTime(deliveredAt: Date, shippedAt: Date, now: number): Date {
  return new Date(Math.min(Math.max(deliveredAt.getTime(), shippedAt.getTime()), now))
}

/**
 * Records a delivery that its carrier reports by itself. Idempotent: a delivery that is known stays as it is. A report of
 * a day before the shipment is an old one, repeated, of another parcel that had the number, and ignored. Returns whether
 * the shop knows the parcel.
 */
export async function recordReportedDelivery(
  services: Pick<DeliveryServices, 'db' | 'clock'>,
  actor: Actor,
  { carriers, trackingNumber, deliveredAt }: DeliveryEvent,
): Promise<boolean> {
  const parcel = await findParcel(services.db, { carriers, trackingNumber })
  if (!parcel) return false
  const isOld = deliveredAt.getTime() < parcel.shippedAt.getTime() - earliestBeforeShippedMs
  if (parcel.isDelivered || isOld) return true
  const at = plausibleTime(deliveredAt, parcel.shippedAt, services.clock())
  await record(services, actor, parcel, { at, source: 'carrier' })
  return true
}

async function record(
  { db, clock }: Pick<DeliveryServices, 'db' | 'clock'>,
  actor: Actor,
  { id, orderNumber }: Pick<TravellingShipment, 'id' | 'orderNumber'>,
  delivery: Delivery | null,
): Promise<void> {
  await audited(db, actor, async (trx) => {
    const order = await lockOrder(trx, orderNumber)
    if (!order) throw new Error(`there is no order ${orderNumber}`)
    await recordDelivery(trx, id, clock(), delivery)
    if (!delivery || order.status !== 'shipped') return
    const deliveredAt = arrivedAt(await shipmentsOf(trx, order.id))
    if (!deliveredAt) return
    await transitionOrder(trx, order, {
      to: 'delivered',
      event: 'delivered',
      actor,
      data: { source: delivery.source },
      deliveredAt,
    })
  })
}
