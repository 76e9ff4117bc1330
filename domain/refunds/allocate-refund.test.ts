import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snapshotOf } from '../../test/order-fixture.ts'
import { cartCouponsOf, evaluateCoupons } from '../cart/evaluate-coupons.server.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { randomCart } from '../pricing/random-cart.test-support.ts'
import { vatPartMinor, minor } from '../money/money.ts'
import type { OrderLine, OrderSnapshot } from '../orders/order-snapshot.ts'
import type { OrderStatus } from '../orders/order-states.ts'
import { collectableMinor, refundStateOf, whollySent } from './collected.ts'
import { placeUnits } from './place-units.ts'
import { allocateRefund, everythingLeft } from './allocate-refund.ts'
import type { Refund, RefundReason, RefundRequest } from './refund.ts'
import { openUnits, unitsOf, unitsOfOrder, type UnitsOfLines } from '../shipments/order-units.ts'
import { shipmentPart, withoutUncollected } from '../shipments/shipment-part.ts'
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
  ask(everythingLeft(snapshot, whollySent(snapshot, past).units))
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
      place: fc.constantFrom('open' as const, 'shipped' as const),
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
  const order = { status: 'received' as OrderStatus, snapshot }
  const shipments: { units: UnitsOfLines }[] = []
  const refunds: Refund[] = []
  let [captured, invoicedVat] = [0, 0]
  const counted = { status: order.status, lines: snapshot.lines }
  const left = () => openUnits(counted, { shipments, refunds })
  const unitsNow = () => unitsOfOrder(counted, { shipments, refunds })
  const ship = (units: Map<string, number>) => {
    if (units.size === 0) return
    const part = shipmentPart(withoutUncollected(snapshot, refunds), unitsOf(shipments), units, {
      isFirst: shipments.length === 0,
    })
    // Nothing but what is still to be collected.
    captured += Math.min(part.amountMinor, collectableMinor(snapshot, refunds) - captured)
    invoicedVat += sum(part.lines.map(({ vatMinor }) => vatMinor))
    shipments.push({ units })
  }
  const refund = (request: RefundRequest) => {
    const state = refundStateOf(order, { shipments, refunds }, minor(captured))
    const answer = allocateRefund(snapshot, refunds, request, state)
    if (answer.ok) refunds.push(answer.refund)
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
        return refund({
          lines: [...left()].map(([line, quantity]) => ({ uuid: line, quantity, open: quantity })),
        })
      case 'captureEarly':
        return void (captured = collectableMinor(snapshot, refunds))
      case 'refund': {
        const { quantity, place, reduction, shipping } = step
        const open = place === 'open' ? quantity : 0
        return refund({ lines: [{ uuid, quantity, open, amountMinor: minor(reduction) }], shipping })
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
    units: unitsNow,
    captured: () => captured,
    hasShipped: () => shipments.length > 0,
    paidOut,
    onCards,
    /** VAT of what was shipped, and of what was cancelled. */
    invoicedVat: () => invoicedVat,
    cancelledVat: () =>
      sum(
        refunds.flatMap(({ lines, isShippingUnsent, shippingVatMinor }) => [
          ...lines.map(({ unshipped }) => unshipped?.vatMinor ?? 0),
          isShippingUnsent ? shippingVatMinor : 0,
        ]),
      ),
    /** Paid with the provider and on cards, less what was refunded. */
    paid: () => captured - paidOut() + onCards(),
    /** The price of what the buyer keeps. */
    kept: () => snapshot.totalMinor - sum(refunds.map(({ amountMinor }) => amountMinor)),
    shipRest: () => ship(left()),
    refundAll: () => refund(everythingLeft(snapshot, unitsNow())),
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
            for (const line of lines)
              expect(
                Math.min(line.amountMinor, line.vatMinor, line.amountMinor - line.vatMinor),
              ).toBeGreaterThanOrEqual(0)
          }
          for (const { ordered, open, cancelled, shipped, returned } of dispatched.units().values()) {
            expect(open + cancelled + shipped).toBe(ordered)
            expect(Math.min(open, cancelled, returned, shipped - returned)).toBeGreaterThanOrEqual(0)
          }
        }
        dispatched.shipRest()
        if (!dispatched.hasShipped()) return
        expect(dispatched.paid()).toBe(dispatched.kept())
        // What was sent is invoiced with its VAT, what was cancelled never is; a payment in advance can be reduced beyond it.
        if (!snapshot.giftCards && !wanted.some(({ kind }) => kind === 'captureEarly'))
          expect(dispatched.invoicedVat() + dispatched.cancelledVat()).toBe(snapshot.vatMinor)
        dispatched.refundAll()
        expect([dispatched.paid(), dispatched.kept()]).toEqual([0, 0])
        expect(sum(dispatched.refunds.map(({ vatMinor }) => vatMinor))).toBe(snapshot.vatMinor)
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
        const answer = allocateRefund(snapshot, [], everythingLeft(snapshot, whollySent(snapshot, []).units))
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
        const rest = everythingLeft(snapshot, whollySent(snapshot, refunds).units)
        expect(allocateRefund(snapshot, refunds, rest).ok).toBe(false)
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

  it('concerns the units that its reason means; where a line has both and the reason does not say, it asks', () => {
    // Of 4 units 1 has left.
    const units = new Map([['g', { ordered: 4, shipped: 1, cancelled: 0, returned: 0, open: 3 }]])
    const place = (reason: RefundReason, quantity = 1, own = units) => {
      const answer = placeUnits({ lines: [{ uuid: 'g', quantity }] }, reason, own)
      return answer.ok ? answer.request.lines[0]?.open : answer
    }
    expect(place('not_delivered', 3)).toBe(3)
    expect(place('cancelled', 2)).toBe(2)
    expect(place('withdrawal')).toBe(0)
    expect(place('complaint')).toBe(0)
    expect(place('goodwill')).toEqual({ ok: false, code: 'unclear_units', uuid: 'g', open: 3, shipped: 1 })
    const one = (own: { shipped: number; open: number }) =>
      new Map([['g', { ordered: 4, cancelled: 0, returned: 0, ...own }]])
    expect(place('goodwill', 1, one({ shipped: 0, open: 4 }))).toBe(1)
    expect(place('withdrawal', 1, one({ shipped: 0, open: 4 }))).toBe(1)
    expect(place('not_delivered', 1, one({ shipped: 4, open: 0 }))).toBe(0)
  })

  it('never takes units from another place than the one that was said', () => {
    const four = { ...three, quantity: 4 }
    const sold = snapshotOf('sv', { lines: [four], totalMinor: minor(16_900) })
    const state = refundStateOf(
      { status: 'processing', snapshot: sold },
      { shipments: [{ units: new Map([['g', 1]]) }], refunds: [] },
      minor(2_500 + 6_900),
    )
    const ask = (quantity: number, open: number) =>
      allocateRefund(sold, [], { lines: [{ uuid: 'g', quantity, open }] }, state)
    expect(ask(3, 3)).toMatchObject({
      ok: true,
      refund: { uncollectedMinor: 7_500, toProviderMinor: 0, lines: [{ quantity: 3, returned: 0 }] },
    })
    expect(ask(1, 0)).toMatchObject({
      ok: true,
      refund: { toProviderMinor: 2_500, lines: [{ returned: 1 }] },
    })
    const refusal = { ok: false, code: 'too_many_units', uuid: 'g', open: 3, shipped: 1 }
    expect(ask(4, 4)).toEqual(refusal)
    expect(ask(2, 0)).toEqual(refusal)
  })
})
