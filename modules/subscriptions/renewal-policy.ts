/** When subscriptions are renewed, in every store. */
export const renewalPolicy = {
  /** Days before the renewal on which the customer is reminded of it. */
  reminderDays: 5,
  /** Days after a failed charge on which the next is tried; after the last one the subscription is paused. */
  retryDays: [2, 3, 5],
  /** Days for which a renewal waits for goods that are out of stock; then it is skipped. */
  stockWaitDays: 7,
} as const
