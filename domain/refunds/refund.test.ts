import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snapshotOf } from '../../test/order-fixture.ts'
import { cartCouponsOf, evaluateCoupons } from '../cart/evaluate-coupons.server.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { randomCart } from '../pricing/random-cart.test-support.ts'
import { vatPartMinor, minor } from '../money/money.ts'
import type { OrderLine, OrderSnapshot } from '../orders/order-snapshot.ts'
import { collectableMinor, collectedSoFar } from './collected.ts'
import { allocateRefund, everythingLeft, type Refund, type RefundRequest } from './refund.ts'
import {
  shipmentPart,
  unitsOf,
  unshippedUnits,
  withoutUncollected,
  type UnitsOfLines,
} from '../shipments/shipment-part.ts'
import { toSku } from '../products/sku.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** The snapshot of a random cart with random codes, partly paid by gift card. */
function randomSnapshot(seed: number, cardMinor: number, shippingMinor: number): OrderSnapshot {
  const { lines, definitions, customer, digits } = randomCart(seed)
  const cart = { lines, digits, customerDiscounts: customer }
  const priced = priceCart({ ...cart, coupons: cartCouponsOf(evaluateCoupons(cart, definitions)) })
  const base = snapshotOf('sv')
  const totalMinor = minor(priced.sumMinor + shippingMinor)
  const byCard = minor(Math.min(cardMinor, totalMinor))
  const shipping = {
    ...base.shipping,
    priceMinor: minor(shippingMinor),
    vatMinor: vatPartMinor(minor(shippingMinor), 2500),
  }
  const orderLines = priced.lines.map((line): OrderLine => ({
    ...base.lines[0]!,
    ...line,
    totalMinor: line.netMinor,
    reasons: line.reasons,
  }))
  return {
    ...base,
    lines: orderLines,
    shipping,
    totalMinor,
    sumMinor: priced.sumMinor,
    vatMinor: minor(priced.vatMinor + shipping.vatMinor),
    ...(byCard > 0 && {
      giftCards: [{ id: 1, hint: 'ABCD', amountMinor: byCard }],
      payableMinor: minor(totalMinor - byCard),
    }),
  }
}

const orders = fc.tuple(fc.nat(1_000_000), fc.oneof(fc.constant(0), fc.nat(200_000)), fc.nat(9_900))
const steps = fc.array(
  fc.record({
    line: fc.nat(9),
    quantity: fc.nat(4),
    reduction: fc.oneof(fc.constant(0), fc.nat(5_000)),
    shipping: fc.boolean(),
  }),
  { maxLength: 12 },
)

/** Partial refunds, as long as they are granted, then the whole rest. */
function refundInSteps(
  snapshot: OrderSnapshot,
  wanted: readonly { line: number; quantity: number; reduction: number; shipping: boolean }[],
): Refund[] {
  const past: Refund[] = []
  const ask = (request: RefundRequest) => {
    const answer = allocateRefund(snapshot, past, request)
    if (answer.ok) past.push(answer.refund)
  }
  for (const { line, quantity, reduction, shipping } of wanted) {
    const { uuid } = snapshot.lines[line % snapshot.lines.length]!
    ask({ lines: [{ uuid, quantity, amountMinor: minor(reduction) }], shipping })
  }
  ask(everythingLeft(snapshot, past))
  return past
}

const dispatches = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('ship' as const),
      line: fc.nat(9),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({
      kind: fc.constant('refund' as const),
      line: fc.nat(9),
      quantity: fc.nat(4),
      reduction: fc.oneof(fc.constant(0), fc.nat(5_000)),
      shipping: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('shipRest' as const) }),
    fc.record({ kind: fc.constant('refundRest' as const) }),
    fc.record({ kind: fc.constant('captureEarly' as const) }),
  ),
  { maxLength: 12 },
)
type Dispatch = typeof dispatches extends fc.Arbitrary<(infer Step)[]> ? Step : never

/** An order that a provider collects on shipment: what was sent, captured and refunded so far. */
function dispatchedOrder(snapshot: OrderSnapshot) {
  const shipments: { units: UnitsOfLines; shippedAt: Date }[] = []
  const refunds: (Refund & { recordedAt: Date })[] = []
  let [captured, time] = [0, 0]
  const left = () => unshippedUnits(snapshot.lines, { shipments, refunds })
  const ship = (units: Map<string, number>) => {
    if (units.size === 0) return
    const order = withoutUncollected(snapshot, refunds)
    const { amountMinor } = shipmentPart(order, unitsOf(shipments), units, {
      isFirst: shipments.length === 0,
    })
    // Nothing but what is still to be collected.
    captured += Math.min(amountMinor, collectableMinor(snapshot, refunds) - captured)
    shipments.push({ units, shippedAt: new Date(time++) })
  }
  const refund = (request: RefundRequest) => {
    const collected = collectedSoFar(snapshot, { shipments, refunds }, minor(captured))
    const answer = allocateRefund(snapshot, refunds, request, collected)
    if (answer.ok) refunds.push({ ...answer.refund, recordedAt: new Date(time++) })
  }
  const perform = (step: Dispatch) => {
    const { uuid } = snapshot.lines[('line' in step ? step.line : 0) % snapshot.lines.length]!
    switch (step.kind) {
      case 'ship': {
        const quantity = Math.min(step.quantity, left().get(uuid) ?? 0)
        return ship(new Map(quantity > 0 ? [[uuid, quantity]] : []))
      }
      case 'shipRest':
        return ship(left())
      case 'refundRest':
        return refund({ lines: [...left()].map(([line, quantity]) => ({ uuid: line, quantity })) })
      case 'captureEarly':
        return void (captured = collectableMinor(snapshot, refunds))
      case 'refund': {
        const { quantity, reduction, shipping } = step
        return refund({ lines: [{ uuid, quantity, amountMinor: minor(reduction) }], shipping })
      }
    }
  }
  const paidOut = () => sum(refunds.map(({ toProviderMinor }) => toProviderMinor))
  const onCards = () =>
    snapshot.totalMinor -
    (snapshot.payableMinor ?? snapshot.totalMinor) -
    sum(refunds.map((each) => each.toGiftCardsMinor))
  return {
    perform,
    refunds,
    captured: () => captured,
    hasShipped: () => shipments.length > 0,
    paidOut,
    onCards,
    /** Paid with the provider and on cards, less what was refunded. */
    paid: () => captured - paidOut() + onCards(),
    /** The price of what the buyer keeps. */
    kept: () => snapshot.totalMinor - sum(refunds.map(({ amountMinor }) => amountMinor)),
    shipRest: () => ship(left()),
    refundAll: () => refund(everythingLeft(snapshot, refunds)),
  }
}

describe('an order that is shipped and refunded in any order', { timeout: 60_000 }, () => {
  it('is paid exactly for what its buyer keeps, by provider and gift cards together', () => {
    fc.assert(
      fc.property(orders, dispatches, (order, wanted) => {
        const snapshot = randomSnapshot(...order)
        const dispatched = dispatchedOrder(snapshot)
        for (const step of wanted) {
          dispatched.perform(step)
          expect(dispatched.paidOut()).toBeLessThanOrEqual(dispatched.captured())
          expect(dispatched.onCards()).toBeGreaterThanOrEqual(0)
          expect(dispatched.captured()).toBeLessThanOrEqual(collectableMinor(snapshot, dispatched.refunds))
          for (const {
            toProviderMinor,
            toGiftCardsMinor,
            uncollectedMinor = 0,
            amountMinor,
            lines,
          } of dispatched.refunds) {
            expect(toProviderMinor + toGiftCardsMinor + uncollectedMinor).toBe(amountMinor)
            for (const line of lines) expect(line.amountMinor).toBeGreaterThanOrEqual(0)
          }
        }
        dispatched.shipRest()
        if (!dispatched.hasShipped()) return
        expect(dispatched.paid()).toBe(dispatched.kept())
        dispatched.refundAll()
        expect([dispatched.paid(), dispatched.kept()]).toEqual([0, 0])
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a refund', { timeout: 60_000 }, () => {
  it('of everything equals what was paid, with its VAT', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const snapshot = randomSnapshot(...order)
        const answer = allocateRefund(snapshot, [], everythingLeft(snapshot, []))
        if (!answer.ok) throw new Error(answer.code)
        expect(answer.refund).toMatchObject({ amountMinor: snapshot.totalMinor, vatMinor: snapshot.vatMinor })
        expect(answer.refund.toProviderMinor).toBe(snapshot.payableMinor ?? snapshot.totalMinor)
        expect(answer.refund.toGiftCardsMinor).toBe(
          sum((snapshot.giftCards ?? []).map((use) => use.amountMinor)),
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('in parts and in any order adds up to it, never beyond, per line and per means of payment', () => {
    fc.assert(
      fc.property(orders, steps, (order, wanted) => {
        const snapshot = randomSnapshot(...order)
        const refunds = refundInSteps(snapshot, wanted)
        let [paid, provider] = [0, 0]
        for (const refund of refunds) {
          paid += refund.amountMinor
          provider += refund.toProviderMinor
          expect(refund.toProviderMinor + refund.toGiftCardsMinor).toBe(refund.amountMinor)
          expect(
            Math.min(refund.toProviderMinor, refund.toGiftCardsMinor, refund.vatMinor),
          ).toBeGreaterThanOrEqual(0)
          expect(paid).toBeLessThanOrEqual(snapshot.totalMinor)
          expect(provider).toBeLessThanOrEqual(snapshot.payableMinor ?? snapshot.totalMinor)
        }
        expect(paid).toBe(snapshot.totalMinor)
        expect(sum(refunds.map((refund) => refund.vatMinor))).toBe(snapshot.vatMinor)
        for (const line of snapshot.lines) {
          const parts = refunds.flatMap((refund) => refund.lines).filter(({ uuid }) => uuid === line.uuid)
          expect(sum(parts.map((part) => part.amountMinor))).toBe(line.totalMinor)
          expect(sum(parts.map((part) => part.vatMinor))).toBe(line.vatMinor)
          expect(sum(parts.map((part) => part.quantity))).toBe(line.quantity)
        }
        expect(allocateRefund(snapshot, refunds, everythingLeft(snapshot, refunds)).ok).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  const line = snapshotOf('sv').lines[0]!
  const deposit: OrderLine = {
    ...line,
    uuid: 'd',
    sku: toSku('DEPOSIT'),
    kind: 'fee',
    quantity: 2,
    unitMinor: minor(750),
    lineTotalMinor: minor(1500),
    deductions: [],
    totalMinor: minor(1500),
    vatMinor: minor(239),
    vatRateBasisPoints: 1900,
  }
  const three: OrderLine = {
    ...line,
    uuid: 'g',
    quantity: 3,
    totalMinor: minor(10_000),
    vatMinor: minor(2_000),
  }
  const order = snapshotOf('de', { lines: [three, deposit], totalMinor: minor(11_500 + 6_900) })
  const refunded = (request: RefundRequest, past: Refund[] = []) => {
    const answer = allocateRefund(order, past, request)
    if (!answer.ok) throw new Error(answer.code)
    return answer.refund
  }

  it('gives the share of the discount that was frozen with the order', () => {
    const past: Refund[] = []
    for (const expected of [3_333, 3_334, 3_333]) {
      const refund = refunded({ lines: [{ uuid: 'g', quantity: 1 }] }, past)
      expect(refund.amountMinor).toBe(expected)
      past.push(refund)
    }
  })

  it('of a battery does not touch its deposit, and of the deposit not the battery', () => {
    expect(refunded({ lines: [{ uuid: 'g', quantity: 3 }] }).lines).toMatchObject([
      { sku: line.sku, amountMinor: 10_000 },
    ])
    expect(refunded({ lines: [{ uuid: 'd', quantity: 1 }] })).toMatchObject({
      amountMinor: 750,
      lines: [{ sku: 'DEPOSIT', vatMinor: 120 }],
    })
  })

  it('is refused for what was not bought, was refunded already, or is not a number', () => {
    const code = (request: RefundRequest, past: Refund[] = []) => {
      const answer = allocateRefund(order, past, request)
      return answer.ok ? 'ok' : answer.code
    }
    expect(code({ lines: [{ uuid: 'x', quantity: 1 }] })).toBe('unknown_line')
    expect(code({ lines: [{ uuid: 'g', quantity: 4 }] })).toBe('too_many_units')
    expect(
      code({
        lines: [
          { uuid: 'g', quantity: 2 },
          { uuid: 'g', quantity: 2 },
        ],
      }),
    ).toBe('too_many_units')
    expect(code({ lines: [{ uuid: 'g', amountMinor: minor(10_001) }] })).toBe('too_much')
    for (const quantity of [0, -1, 1.5, Number.NaN, 1e21, Infinity])
      expect(code({ lines: [{ uuid: 'g', quantity }] })).not.toBe('ok')
    expect(code({ lines: [] })).toBe('nothing_to_refund')
    const shipped = refunded({ lines: [], shipping: true })
    expect(code({ lines: [], shipping: true }, [shipped])).toBe('nothing_to_refund')
  })
})
