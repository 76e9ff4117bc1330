import { describe, expect, it } from 'vitest'
import { canMoveSubscription, subscriptionStatuses } from './subscription-states.ts'

describe('a subscription', () => {
  it('[SUBS-05] is paused and resumed, and cancelled for good', () => {
    const allowed = subscriptionStatuses.flatMap((from) =>
      subscriptionStatuses.filter((to) => canMoveSubscription(from, to)).map((to) => `${from} → ${to}`),
    )
    expect(allowed).toEqual([
      'active → paused',
      'active → cancelled',
      'paused → active',
      'paused → cancelled',
    ])
    expect(canMoveSubscription('cancelled', 'active')).toBe(false)
  })
})
