import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPayment, type Payment } from './payment.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'

const holdMs = 1_000
const clock = () => createVirtualClock({ startMs: Date.parse('2026-11-22T12:00:00Z'), isFrozen: true })

interface Opened {
  payment: Payment
  clock: VirtualClock
}

function held(amount = 100): Opened {
  const at = clock()
  const payment = createPayment(at, { amount, holdMs })
  payment.hold()
  return { payment, clock: at }
}

type Step =
  | { kind: 'hold' | 'refuse' | 'release' }
  | { kind: 'capture' | 'refund' | 'returnRefund' | 'change' | 'extend' | 'advance'; by: number }

const number = fc.oneof(fc.integer({ min: -2, max: 40 }), fc.integer({ min: 0, max: 150 }))
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('hold', 'refuse', 'release') }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('capture', 'capture', 'refund', 'refund', 'returnRefund', 'change'),
        by: number,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('extend', 'advance'), by: fc.nat({ max: 700 }) }),
    },
  ) as fc.Arbitrary<Step>,
  { maxLength: 40 },
)

const sums = ({ captured, released, held: now, refunded }: Payment) => [captured, released, now, refunded]

async function carryOut({ payment, clock: at }: Opened, step: Step): Promise<string | null> {
  switch (step.kind) {
    case 'advance':
      await at.advance(step.by)
      return null
    case 'hold':
    case 'refuse':
    case 'release':
      return payment[step.kind]()
    default:
      return payment[step.kind](step.by)
  }
}

describe('a payment', () => {
  it('keeps its sums whatever is asked of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.boolean(),
        steps,
        async (amount, isHeldAtOnce, asked) => {
          const at = clock()
          const opened = { payment: createPayment(at, { amount, holdMs }), clock: at }
          const { payment } = opened
          if (isHeldAtOnce) payment.hold()
          const total = { captured: 0, refunded: 0 }
          for (const step of asked) {
            const before = { sums: sums(payment), state: payment.state, amount: payment.amount }
            const refusal = await carryOut(opened, step)
            if (refusal) {
              expect({ sums: sums(payment), state: payment.state, amount: payment.amount }).toEqual(before)
              continue
            }
            if (step.kind === 'advance') expect(sums(payment)).toEqual(before.sums)
            if (step.kind === 'capture') total.captured += step.by
            if (step.kind === 'refund') total.refunded += step.by
            if (step.kind === 'returnRefund') total.refunded -= step.by
            const isHeld = payment.state !== 'open' && payment.state !== 'refused'
            expect(payment).toMatchObject(total)
            expect(payment.held + payment.captured + payment.released).toBe(isHeld ? payment.amount : 0)
            for (const each of [...sums(payment), payment.refundable, payment.capturable])
              expect(each).toBeGreaterThanOrEqual(0)
            expect(payment.captured).toBeLessThanOrEqual(payment.originalAmount)
            expect(payment.refunded).toBeLessThanOrEqual(payment.captured)
            expect(payment.capturable).toBe(payment.allows('capture') ? payment.held : 0)
            expect(payment.state === 'expired').toBe(
              payment.allows('release') && at.now() >= payment.expiresAt,
            )
          }
        },
      ),
    )
  })

  it('carries out the largest capture and refund, and nothing above them', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (asked) => {
        const opened = held()
        const { payment } = opened
        for (const step of asked) await carryOut(opened, step)
        expect(payment.capture(payment.capturable + 1)).not.toBeNull()
        expect(payment.refund(payment.refundable + 1)).not.toBeNull()
        if (payment.capturable > 0) expect(payment.capture(payment.capturable)).toBeNull()
        if (payment.refundable > 0) expect(payment.refund(payment.refundable)).toBeNull()
        expect([payment.capturable, payment.refundable]).toEqual([0, 0])
      }),
    )
  })

  it('is open until it is held or refused, once', () => {
    const payment = createPayment(clock(), { amount: 100, holdMs })
    expect([payment.state, payment.held, payment.capture(1)]).toEqual(['open', 0, 'wrong_state'])
    expect([payment.refuse(), payment.state, payment.hold()]).toEqual([null, 'refused', 'wrong_state'])
  })

  it('is captured in parts, and the rest released', () => {
    const { payment } = held()
    expect([payment.capture(60), payment.state]).toEqual([null, 'partly_captured'])
    expect([payment.capture(41), payment.capture(0)]).toEqual(['amount_too_large', 'wrong_amount'])
    expect([payment.release(), payment.state, payment.released]).toEqual([null, 'captured', 40])
    expect(payment.capture(1)).toBe('wrong_state')
    expect([payment.refund(61), payment.refund(60), payment.refund(1)]).toEqual([
      'amount_too_large',
      null,
      'amount_too_large',
    ])
    expect([payment.returnRefund(60), payment.refund(60)]).toEqual([null, null])
  })

  it('is cancelled when it is released without a capture', () => {
    const { payment } = held()
    expect([payment.release(), payment.state, payment.release()]).toEqual([null, 'cancelled', 'wrong_state'])
    expect(payment.refund(1)).toBe('wrong_state')
  })

  it('falls to what is captured, and rises again to its first amount only', () => {
    const { payment } = held()
    payment.capture(60)
    expect([payment.change(59), payment.change(101)]).toEqual(['wrong_amount', 'wrong_amount'])
    expect([payment.change(70), payment.held, payment.change(100)]).toEqual([null, 10, null])
    expect([payment.change(60), payment.state, payment.change(100)]).toEqual([
      null,
      'captured',
      'wrong_state',
    ])
    const uncaptured = held().payment
    expect([uncaptured.change(0), uncaptured.state, uncaptured.change(100)]).toEqual([null, 'held', null])
  })

  it('expires at its time, and is extended or released after it', async () => {
    const { payment, clock: at } = held()
    payment.capture(60)
    await at.advance(holdMs - 1)
    expect(payment.state).toBe('partly_captured')
    await at.advance(1)
    expect([payment.state, payment.held, payment.capturable]).toEqual(['expired', 40, 0])
    expect([payment.capture(1), payment.refund(1)]).toEqual(['wrong_state', null])
    expect([payment.extend(holdMs), payment.capture(1)]).toEqual([null, null])
    await at.advance(holdMs)
    expect([payment.release(), payment.state, payment.extend(holdMs)]).toEqual([
      null,
      'captured',
      'wrong_state',
    ])
  })

  it.each<[string, (payment: Payment) => void, number]>([
    ['reports its expiry once', () => {}, 1],
    ['reports the expiry of what is left after a part', (payment) => void payment.capture(60), 1],
    ['reports no expiry when it is captured', (payment) => void payment.capture(100), 0],
    ['reports no expiry when it is released', (payment) => void payment.release(), 0],
    ['reports no expiry before the new time when it is extended', (payment) => void payment.extend(5_000), 0],
  ])('%s', async (_title, act, expected) => {
    const at = clock()
    let reports = 0
    const payment = createPayment(at, { amount: 100, holdMs, onExpired: () => void (reports += 1) })
    expect(at.due()).toEqual([])
    payment.hold()
    act(payment)
    await at.advance(4 * holdMs)
    expect(reports).toBe(expected)
  })

  it('does not end where nothing limits its time', async () => {
    const at = clock()
    const payment = createPayment(at, {
      amount: 100,
      holdMs: Infinity,
      onExpired: () => expect.unreachable(),
    })
    payment.hold()
    await at.advance(366 * 86_400_000)
    expect([payment.state, at.due()]).toEqual(['held', []])
  })
})
