/**
 * Which way an order's status may move. Everything that changes a status asks here; a move that is not in the
 * table does not happen, however the news of it arrived (late, twice, out of order).
 */

/** ORDER-06's statuses, and before them those of an order whose payment is not settled. */
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
 * From → to. `held` waits for a person: the payment does not match the order, or wants approval. A failed
 * payment is final for its order; the shopper's next try is a new order, unless the provider has money after
 * all: then the order is held, never dropped.
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

/** Whether an order may move so; staying is no move. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return orderTransitions[from].includes(to)
}

/** Whether the shop owes the goods: payment settled and not undone. */
export function isSettled(status: OrderStatus): boolean {
  return !['pending', 'held', 'payment_failed', 'cancelled'].includes(status)
}

/** What a shopper is told; the inner states of payment show as `received`'s precursors. */
export type ShownOrderStatus =
  | 'received'
  | 'processing'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'returned'
  | 'confirming'
  | 'payment_failed'

/** The status as a shopper sees it. Never "failed" while the provider may still hold money: that is `confirming`. */
export function shownStatus(status: OrderStatus): ShownOrderStatus {
  return status === 'pending' || status === 'held' ? 'confirming' : status
}
