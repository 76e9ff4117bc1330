/**
 * What of an order has not left yet, line by line, and when it arrives (decision 90). Dates are those of the order, or
 * the newer ones that its buyer was given since. Pure.
 */
import { recipientOf, type OrderSnapshot } from '../orders/order-snapshot.ts'
import { canMove, type OrderStatus } from '../orders/order-states.ts'
import { arrivalOf } from '../shipping/delivery-plan.ts'
import type { Arrival } from '../shipping/next-delivery.ts'
import { shippingMethod } from '../shipping/shipping-methods.ts'
import { transitDays } from '../shipping/transit-days.ts'
import { openUnits, type Dispatched, type UnitsOfLines } from '../shipments/order-units.ts'
import { isoDay, localDay } from '../stores/local-time.ts'
import { stores } from '../stores/stores.ts'

/** Dates on which lines are expected in stock that changed after the order, by uuid. */
export type ChangedDates = ReadonlyMap<string, Date>

export interface ComingLine {
  uuid: string
  name: string
  /** Units that have neither left nor been refunded. */
  quantity: number
  /** Null: not known, or in the past. */
  arrival: Arrival | null
}

/** Units of an order by name, as a parcel contains them, in the order of its lines. */
export function namedUnits(
  { lines }: Pick<OrderSnapshot, 'lines'>,
  units: UnitsOfLines,
): { uuid: string; name: string; quantity: number }[] {
  return lines.flatMap(({ uuid, name }) => {
    const quantity = units.get(uuid) ?? 0
    return quantity > 0 ? [{ uuid, name, quantity }] : []
  })
}

/** The lines still to come at `now` (epoch milliseconds); empty where the order is not paid, or nothing is left to ship. */
export function stillToCome(
  { status, snapshot }: { status: OrderStatus; snapshot: OrderSnapshot },
  dispatched: Dispatched,
  dates: ChangedDates,
  now: number,
): ComingLine[] {
  const { lines, shipping, store } = snapshot
  if (!canMove(status, 'shipped') || shipping.kind === 'email') return []
  const left = openUnits({ status, lines }, dispatched)
  const today = isoDay(localDay(stores[store].timeZone, now))
  const deliveries = shipping.deliveries ?? [
    { lines: lines.map(({ uuid }) => uuid), arrival: shipping.arrival },
  ]
  const arrivals = new Map(
    deliveries.flatMap((delivery) => {
      const open = delivery.lines.filter((uuid) => left.has(uuid))
      const arrival = currentArrival(snapshot, { lines: open, arrival: delivery.arrival }, dates)
      return open.map((uuid): [string, Arrival | null] => [
        uuid,
        arrival && arrival.to >= today ? arrival : null,
      ])
    }),
  )
  return lines.flatMap(({ uuid, name }) => {
    const quantity = left.get(uuid)
    return quantity === undefined ? [] : [{ uuid, name, quantity, arrival: arrivals.get(uuid) ?? null }]
  })
}

/** When the last goods of an order arrive, as things are now; null: not known. */
export function lastArrival(
  order: { status: OrderStatus; snapshot: OrderSnapshot },
  dispatched: Dispatched,
  dates: ChangedDates,
): Arrival | null {
  const { placedAt, shipping } = order.snapshot
  const coming = dates.size === 0 ? [] : stillToCome(order, dispatched, dates, Date.parse(placedAt))
  if (coming.length === 0) return shipping.arrival
  const arrivals = coming.map(({ arrival }) => arrival)
  if (!arrivals.every((arrival) => arrival !== null)) return null
  return arrivals.reduce((latest, arrival) => (arrival.to > latest.to ? arrival : latest))
}

/** The arrival of a delivery's open lines: that of the order, unless the date of one of them has changed. */
function currentArrival(
  snapshot: OrderSnapshot,
  delivery: { lines: readonly string[]; arrival: Arrival | null },
  dates: ChangedDates,
): Arrival | null {
  if (!delivery.lines.some((uuid) => dates.has(uuid))) return delivery.arrival
  const { store, shipping } = snapshot
  const method = shippingMethod(store, shipping.methodId)
  if (method === null) return null
  const lines = snapshot.lines
    .filter(({ uuid }) => delivery.lines.includes(uuid))
    .map(({ uuid, estimatedAt }) => ({ uuid, estimatedAt: dates.get(uuid)?.toISOString() ?? estimatedAt }))
  // The order does not store which of its lines without a date were in stock.
  if (delivery.arrival === null && lines.some(({ estimatedAt }) => estimatedAt === null)) return null
  return arrivalOf(
    stores[store],
    lines.map((line) => ({ ...line, stockStatus: line.estimatedAt === null ? 'in_stock' : 'back_order' })),
    transitDays(store, method, recipientOf(snapshot).postalCode),
    Date.parse(snapshot.placedAt),
  )
}
