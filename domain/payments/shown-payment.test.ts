import { expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'
import { shownPayment } from './shown-payment.ts'

const stateAt = (status: AttemptStatus, captured = 0) =>
  shownPayment('stripe', {
    provider: 'stripe',
    status,
    means: null,
    amountMinor: minor(1000),
    capturedMinor: minor(captured),
  }).state

it('a payment is charged once its money was taken, and reserved before', () => {
  expect(stateAt('authorized')).toBe('reserved')
  expect(stateAt('authorized', 400)).toBe('part_charged')
  expect(stateAt('authorized', 1000)).toBe('charged')
  // The rest of what was captured was cancelled, not postponed.
  for (const status of ['captured', 'part_refunded', 'refunded', 'cancelled'] as const)
    expect([status, stateAt(status, 400)]).toEqual([status, 'charged'])
  expect(stateAt('cancelled')).toBe('released')
  expect(stateAt('expired')).toBe('released')
})

it('a payment that is not confirmed, or does not fit its order, is neither', () => {
  for (const status of ['created', 'pending', 'review', 'failed', 'mismatch'] as const)
    expect([status, stateAt(status)]).toEqual([status, 'open'])
  expect(shownPayment('klarna', null).state).toBe('open')
})
