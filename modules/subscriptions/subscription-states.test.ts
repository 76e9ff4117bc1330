import { describe, expect, it } from 'vitest'
import { subscriptionStatuses, subscriptionTransitions } from './subscription-states.ts'

describe('a subscription', () => {
  it('[SUBS-05] is paused and resumed, and cancelled for good', () => {
    const allowed = subscriptionStatuses.flatMap((from) =>
      subscriptionTransitions[from].map((to) => `${from} → ${to}`),
    )
    expect(allowed).toEqual([
      'active → paused',
      'active → cancelled',
      'paused → active',
      'paused → cancelled',
    ])
    expect(subscriptionTransitions.cancelled).toEqual([])
  })
})
