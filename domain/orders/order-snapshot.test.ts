import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineOf, product } from '../cart/cart-line.test-support.ts'
import { readCartCoupons } from '../coupons/coupon.ts'
import { minor } from '../money/money.ts'
import { basketOfOrder } from '../payments/payment-basket.ts'
import { percentageMinor } from '../pricing/net-amounts.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { shippingMethods } from '../shipping/shipping-methods.ts'
import { storeCodes, stores } from '../stores/stores.ts'
import { canonicalJson, hashOf } from './order-hash.server.ts'
import { earlierUnitMinor, listUnitMinor, orderShipping, orderSnapshot } from './order-snapshot.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const carts = fc.record({
  store: fc.constantFrom(...storeCodes),
  lines: fc.array(
    fc.record({
      price: fc.integer({ min: 0, max: 500_000 }),
      quantity: fc.integer({ min: 1, max: 40 }),
      vat: fc.constantFrom(25, 19, 12, 7, 0),
      giftCard: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  percent: fc.constantFrom(0, 10, 33, 100),
  fixed: fc.integer({ min: 0, max: 90_000 }),
  shippingMinor: fc.integer({ min: 0, max: 20_000 }),
})

function snapshotFor(cart: typeof carts extends fc.Arbitrary<infer Cart> ? Cart : never) {
  const store = stores[cart.store]
  const lines = cart.lines.map((line, index) =>
    lineOf(
      product(index + 1, minor(line.price), {
        type: line.giftCard ? 4 : 1,
        vatRateBasisPoints: line.vat * 100,
      }),
      line.quantity,
    ),
  )
  const coupons = [
    { code: 'P', applied: true, percentage_discount: cart.percent },
    { code: 'F', applied: true, fixed_amount: cart.fixed / 100 },
  ]
  const shipping = orderShipping(store, shippingMethods(cart.store)[0]!, {
    priceMinor: minor(cart.shippingMinor),
    servicePoint: null,
    arrival: { from: '', to: '' },
  })
  return orderSnapshot({
    store,
    placedAt: 0,
    lines,
    cart: priceCart({ lines, coupons: readCartCoupons(coupons), digits: store.currencyDigits }),
    couponCodes: ['P', 'F'],
    shipping,
    payment: 'invoice',
    customer: {
      type: 'private',
      email: '',
      phone: '',
      firstName: '',
      lastName: '',
      companyName: null,
      identityNumber: null,
    },
    address: { street: '', postalCode: '', city: '', countryCode: store.countryCode },
  })
}

describe('an order’s snapshot', () => {
  it('[VAT-10] adds up: lines and shipping to the total, their VAT to its VAT, per rate and overall', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const snapshot = snapshotFor(cart)
        const { lines, shipping } = snapshot
        expect(sum(lines.map((line) => line.totalMinor)) + shipping.priceMinor).toBe(snapshot.totalMinor)
        expect(sum(lines.map((line) => line.vatMinor)) + shipping.vatMinor).toBe(snapshot.vatMinor)
        expect(sum(snapshot.vatPerRate.map((entry) => entry.grossMinor))).toBe(snapshot.totalMinor)
        expect(sum(snapshot.vatPerRate.map((entry) => entry.vatMinor))).toBe(snapshot.vatMinor)
        for (const line of lines) {
          expect(line.totalMinor).toBe(
            line.lineTotalMinor - sum(line.deductions.map((part) => part.amountMinor)),
          )
          expect(line.lineTotalMinor).toBe(line.unitMinor * line.quantity - percentageMinor(line))
          expect(listUnitMinor(line)).toBe(line.unitMinor)
          expect(line.totalMinor).toBeGreaterThanOrEqual(0)
        }
        for (const { code, amountMinor } of snapshot.deductions)
          expect(
            sum(
              lines.flatMap((line) =>
                line.deductions.filter((part) => part.code === code).map((part) => part.amountMinor),
              ),
            ),
          ).toBe(amountMinor)
      }),
    )
  })

  it('makes a basket every provider’s arithmetic accepts', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const basket = basketOfOrder(snapshotFor(cart))
        expect(sum(basket.lines.map((line) => line.totalMinor))).toBe(basket.totalMinor)
        expect(sum(basket.lines.map((line) => line.vatMinor))).toBe(basket.vatMinor)
        for (const line of basket.lines) {
          expect(line.quantity * line.unitMinor - line.discountMinor).toBe(line.totalMinor)
          const exact = line.totalMinor - (line.totalMinor * 10_000) / (10_000 + line.vatRateBasisPoints)
          expect(Math.abs(line.vatMinor - exact)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })

  it('shows the list price of a line from before the percentage was taken of the line', () => {
    const reason = { kind: 'coupon', code: 'TEN', percent: 10, amountMinor: minor(1500) } as const
    // 5 × 35 kr less 10 %, each unit rounded to 32 kr.
    const line = {
      quantity: 5,
      unitMinor: minor(3200),
      beforeUnitMinor: minor(3500),
      lineTotalMinor: minor(16_000),
      reasons: [reason],
    }
    expect([listUnitMinor(line), earlierUnitMinor(line)]).toEqual([3500, null])
    const campaign = { ...line, beforeUnitMinor: minor(4600) }
    expect(earlierUnitMinor(campaign)).toBe(4600)
  })

  it('has a hash that storage cannot change and every changed value does', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const stored = JSON.parse(JSON.stringify(value)) as unknown
        expect(hashOf(stored)).toBe(hashOf(JSON.parse(canonicalJson(stored))))
      }),
    )
    expect(canonicalJson({ b: 1, a: [{ d: null, c: undefined }] })).toBe('{"a":[{"d":null}],"b":1}')
    expect(hashOf({ totalMinor: 1 })).not.toBe(hashOf({ totalMinor: 2 }))
  })
})
