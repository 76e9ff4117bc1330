/** Where an order is, as told to whoever knows its number and e-mail: from its own history alone (TRACK-01). Pure. */
import type { CarrierLogo } from '../stores/store.ts'
import { orderStatuses, shownStatus, type OrderStatus, type ShownOrderStatus } from './order-states.ts'

export interface OrderTracking {
  status: ShownOrderStatus
  /** Who carries it, where anything is carried. */
  carrier: CarrierLogo | null
  /** The carrier's page about the parcel, where staff noted one. */
  trackingUrl: string | null
  /** The order's way, oldest first: each status once, when it came. */
  events: { status: ShownOrderStatus; at: Date }[]
}

/** What of an entry in an order's history is looked at. */
export interface HistoryEntry {
  kind: string
  toStatus: string | null
  data: Record<string, unknown>
  recordedAt: Date
}

/** `events`: the order's history, oldest first. */
export function trackOrder(
  order: { status: OrderStatus; snapshot: { shipping: { carrier: CarrierLogo | null } } },
  events: readonly HistoryEntry[],
): OrderTracking {
  const way: OrderTracking['events'] = []
  for (const { toStatus, recordedAt } of events) {
    const known = orderStatuses.find((status) => status === toStatus)
    const status = known && shownStatus(known)
    if (status && !way.some((step) => step.status === status)) way.push({ status, at: recordedAt })
  }
  const url = events.findLast(({ kind }) => kind === 'shipped')?.data['trackingUrl']
  return {
    status: shownStatus(order.status),
    carrier: order.snapshot.shipping.carrier,
    trackingUrl: typeof url === 'string' ? url : null,
    events: way.filter(({ status }) => status !== 'confirming' || way.length === 1),
  }
}
