/**
 * Order tracking for a visitor who knows the order's number and e-mail, derived from its history alone
 * (TRACK-01). Pure.
 */
import type { CarrierId } from '../stores/store.ts'
import { orderStatuses, shownStatus, type OrderStatus, type ShownOrderStatus } from './order-states.ts'

export interface OrderTracking {
  status: ShownOrderStatus
  /** The carrier, where the order is shipped. */
  carrier: CarrierId | null
  /** The carrier's tracking page of the latest shipment, where it has one. */
  trackingUrl: string | null
  /** The statuses the order has had, oldest first: each once, with its first time. */
  events: { status: ShownOrderStatus; at: Date }[]
}

/** The fields of a history entry that are used. */
export interface HistoryEntry {
  kind: string
  toStatus: string | null
  data: Record<string, unknown>
  recordedAt: Date
}

/** `events`: the order's history, oldest first. */
export function trackOrder(
  order: { status: OrderStatus; snapshot: { shipping: { carrier: CarrierId | null } } },
  events: readonly HistoryEntry[],
): OrderTracking {
  const way: OrderTracking['events'] = []
  for (const { toStatus, recordedAt } of events) {
    const known = orderStatuses.find((status) => status === toStatus)
    const status = known && shownStatus(known)
    if (status && !way.some((step) => step.status === status)) way.push({ status, at: recordedAt })
  }
  const isShipment = ({ kind }: HistoryEntry) => kind === 'shipped' || kind === 'part-shipped'
  const url = events.findLast(isShipment)?.data['trackingUrl']
  return {
    status: shownStatus(order.status),
    carrier: order.snapshot.shipping.carrier,
    trackingUrl: typeof url === 'string' ? url : null,
    events: way.filter(({ status }) => status !== 'confirming' || way.length === 1),
  }
}
