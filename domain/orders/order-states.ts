/**
 * The allowed transitions of an order's status. Every status change is checked here; a transition that is not
 * in the table is rejected, even if its event arrives late, twice or out of order.
 */

/** The statuses of ORDER-06, preceded by those of an order whose payment is not settled. */
export const orderStatuses = [
  'pending',
  'held',
  'payment_failed',
  'received',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/**
 * From → to. `held` waits for staff: the payment does not match the order, or requires approval. A failed
 * payment is final for its order; the shopper's next attempt is a new order, unless the provider reports a
 * payment after all: then the order is held, never dropped.
 */
export const orderTransitions: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['received', 'held', 'payment_failed', 'cancelled'],
  held: ['received', 'payment_failed', 'cancelled'],
  payment_failed: ['held'],
  received: ['processing', 'shipped', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered', 'returned'],
  delivered: ['returned'],
  cancelled: [],
  returned: [],
}

/** Whether the transition is allowed; staying in a status is not a transition. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return orderTransitions[from].includes(to)
}

/** Whether the shop must deliver: payment settled and not reversed. */
export function isSettled(status: OrderStatus): boolean {
  return !['pending', 'held', 'payment_failed', 'cancelled'].includes(status)
}

/** The statuses shown to a shopper; internal payment statuses appear as stages before `received`. */
export type ShownOrderStatus =
  | 'received'
  | 'processing'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'returned'
  | 'confirming'
  | 'payment_failed'

/**
 * The status shown to a shopper. Never "failed" while the provider may still have a pending payment: that is
 * `confirming`.
 */
export function shownStatus(status: OrderStatus): ShownOrderStatus {
  return status === 'pending' || status === 'held' ? 'confirming' : status
}

/** Whether the order is settled and not delivered yet. */
export function awaitsDelivery(status: ShownOrderStatus): boolean {
  return status === 'received' || status === 'processing' || status === 'shipped'
}
