import { minor } from '../money/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { orderStatuses } from '../orders/order-states.ts'
import type { AttemptStatus } from '../orders/payment-attempt.ts'
import { decidePayment, type KnownPayment } from './decide-payment.ts'
import type { PaymentRecord, PaymentState } from './payment-provider.ts'

const states: PaymentState[] = [
  'open',
  'pending',
  'review',
  'authorized',
  'captured',
  'part_refunded',
  'refunded',
  'failed',
  'cancelled',
  'expired',
]
const known: KnownPayment = {
  orderNumber: 'S1',
  orderStatus: 'pending',
  attemptStatus: 'pending',
  wasAuthorized: false,
  amountMinor: minor(100),
  currency: 'SEK',
  snapshotHash: 'h',
  address: { street: 'Storgatan 1', postalCode: '123 45', city: 'Luleå', countryCode: 'SE' },
}
const record = (state: PaymentState, more: Partial<PaymentRecord> = {}): PaymentRecord => ({
  ok: true,
  providerOrderId: 'p',
  state,
  amountMinor: minor(100),
  currency: 'sek',
  snapshotHash: 'h',
  orderNumber: 'S1',
  ...more,
})

describe('what a provider’s record means', () => {
  it('is a received order only when amount, currency, hash and number match', () => {
    expect(decidePayment(known, record('authorized'))).toEqual({
      attempt: 'authorized',
      order: 'received',
      problem: null,
    })
    expect(decidePayment(known, record('authorized', { snapshotHash: null, orderNumber: null })).order).toBe(
      'received',
    )
    for (const [wrong, problem] of [
      [{ amountMinor: minor(99) }, 'amount'],
      [{ currency: 'NOK' }, 'currency'],
      [{ snapshotHash: 'x' }, 'hash'],
      [{ orderNumber: 'S2' }, 'order_number'],
    ] as const)
      expect(decidePayment(known, record('captured', wrong))).toEqual({
        attempt: 'mismatch',
        order: 'held',
        problem,
      })
  })

  it('gives the same final state whatever the order and number of notifications', () => {
    const settledAfter = (news: readonly PaymentState[]): KnownPayment =>
      news.reduce<KnownPayment>((now, state) => {
        const decision = decidePayment(now, record(state))
        return { ...now, attemptStatus: decision.attempt, orderStatus: decision.order ?? now.orderStatus }
      }, known)
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['pending', 'authorized', 'captured'] as const, { minLength: 3 }),
        fc.nat(2),
        (news, repeated) => {
          const end = settledAfter([...news, news[repeated]!])
          expect([end.orderStatus, end.attemptStatus]).toEqual(['received', 'captured'])
        },
      ),
    )
  })

  it('never makes a settled order unpaid and never ignores a payment', () => {
    const attempts: AttemptStatus[] = [
      'created',
      'pending',
      'review',
      'authorized',
      'captured',
      'failed',
      'mismatch',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...orderStatuses),
        fc.constantFrom(...attempts),
        fc.constantFrom(...states),
        fc.integer({ min: 99, max: 101 }).map(minor),
        (orderStatus, attemptStatus, state, amountMinor) => {
          const decision = decidePayment(
            { ...known, orderStatus, attemptStatus },
            record(state, { amountMinor }),
          )
          if (['received', 'processing', 'shipped', 'delivered', 'returned'].includes(orderStatus))
            expect(decision.order).toBeNull()
          if (
            ['authorized', 'captured'].includes(state) &&
            orderStatus === 'payment_failed' &&
            decision.attempt !== attemptStatus
          )
            expect(decision).toMatchObject({ order: 'held', problem: expect.any(String) })
          if (decision.order === 'received') expect([state === 'failed', amountMinor]).toEqual([false, 100])
        },
      ),
    )
  })
})
