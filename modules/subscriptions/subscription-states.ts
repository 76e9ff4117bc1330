/**
 * The states of a subscription and their transitions (SUBS-05). The database holds the same table
 * (`subscription_transitions`), and `move_subscription` there is the only writer. Pure.
 */
export const subscriptionStatuses = ['active', 'paused', 'cancelled'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** From → to; staying in a status is not a transition. A cancelled subscription stays cancelled: the customer may start a new one. */
export const subscriptionTransitions: Record<SubscriptionStatus, readonly SubscriptionStatus[]> = {
  active: ['paused', 'cancelled'],
  paused: ['active', 'cancelled'],
  cancelled: [],
}
