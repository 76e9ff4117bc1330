import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartCouponsOf, evaluateCoupons } from '../cart/evaluate-coupons.server.ts'
import { lineOf, product } from '../cart/cart-line.test-support.ts'
import type { CouponDefinition } from '../coupons/coupon.ts'
import { invoiceDocument } from '../invoices/invoice-document.ts'
import { minor } from '../money/money.ts'
import { basketOfOrder } from '../payments/payment-basket.ts'
import { deductionNetMinor, lineTotalNetMinor, percentageMinor } from '../pricing/net-amounts.ts'
import { priceCart } from '../pricing/price-cart.ts'
import type { PricedCart } from '../pricing/priced-cart.ts'
import { Draw, randomDefinition } from '../pricing/random-cart.test-support.ts'
import { whollySent } from '../refunds/collected.ts'
import { allocateRefund, everythingLeft } from '../refunds/allocate-refund.ts'
import type { Refund } from '../refunds/refund.ts'
import { shippingMethods } from '../shipping/shipping-methods.ts'
import { storeCodes, stores, type Store } from '../stores/stores.ts'
import { orderShipping, orderSnapshot, type OrderSnapshot } from './order-snapshot.ts'

/**
 * One money rule at every boundary: the cart, the basket that a payment provider collects, the invoice and the refund of
 * everything have the same amounts, and net + VAT = gross in each.
 */

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const rates = { sv: [25, 12, 6], no: [25, 15, 12], da: [25], de: [19, 7] } as const

const orders = fc.record({
  store: fc.constantFrom(...storeCodes),
  seed: fc.integer({ min: 1, max: 2_000_000_000 }),
  codes: fc.integer({ min: 0, max: 4 }),
  customerPercent: fc.constantFrom(0, 3, 8, 12.5),
  shippingMinor: fc.constantFrom(0, 4900, 499),
})
type RandomOrder = typeof orders extends fc.Arbitrary<infer Order> ? Order : never

interface Placed {
  store: Store
  cart: PricedCart
  snapshot: OrderSnapshot
}

/** A cart of list prices in the currency's digits with codes of every kind, ordered. */
function placed({ store: code, seed, codes, customerPercent, shippingMinor }: RandomOrder): Placed {
  const draw = new Draw(seed)
  const store = stores[code]
  const step = store.currencyDigits === 0 ? 100 : 1
  const lines = Array.from({ length: draw.whole(1, 6) }, (_, index) =>
    lineOf(
      product(index + 1, minor(draw.whole(1, draw.one([20, 400, 20_000])) * step), {
        type: draw.is(0.1) ? 4 : 1,
        vatRateBasisPoints: draw.one(rates[code]) * 100,
        groupId: draw.one([1, 2, 3]),
        discountCategory: draw.one(['B2', 'C1']),
      }),
      draw.one([1, 2, 3, 5, 7, 100, 999]),
    ),
  )
  const definitions: CouponDefinition[] = Array.from({ length: codes }, (_, at) => randomDefinition(draw, at))
  const priced = { lines, digits: store.currencyDigits, customerDiscounts: { B2: customerPercent } }
  const cart = priceCart({ ...priced, coupons: cartCouponsOf(evaluateCoupons(priced, definitions)) })
  const snapshot = orderSnapshot({
    store,
    placedAt: 0,
    lines,
    cart,
    couponCodes: definitions.map((each) => each.code),
    shipping: orderShipping(store, shippingMethods(code)[0]!, {
      priceMinor: minor(shippingMinor),
      servicePoint: null,
      arrival: null,
    }),
    payment: 'invoice',
    customer: {
      type: 'business',
      email: '',
      phone: '',
      firstName: '',
      lastName: '',
      companyName: 'AB',
      identityNumber: null,
    },
    address: { street: '', postalCode: '', city: '', countryCode: store.countryCode },
  })
  return { store, cart, snapshot }
}

/** Net of a gross amount, rounded to two decimals, without the shop's own arithmetic. */
const netOf = (gross: number, basisPoints: number): number =>
  Number((2n * BigInt(gross) * 10_000n + BigInt(10_000 + basisPoints)) / (2n * BigInt(10_000 + basisPoints)))

const check = (expectation: (order: Placed) => void, numRuns = 600) =>
  fc.assert(
    fc.property(orders, (order) => expectation(placed(order))),
    { numRuns },
  )

describe('the money of an order', { timeout: 60_000 }, () => {
  it('[VAT-07] [VAT-10] [DEF-15] net and VAT are gross on every line, rate and sum, and deductions lead from the lines to the sum', () => {
    check(({ snapshot: { lines, deductions, shipping, ...order } }) => {
      for (const line of lines)
        expect(line.totalMinor - line.vatMinor).toBe(netOf(line.totalMinor, line.vatRateBasisPoints))
      for (const rate of order.vatPerRate) {
        const own = [...lines, { ...shipping, totalMinor: shipping.priceMinor }].filter(
          ({ vatRateBasisPoints }) => vatRateBasisPoints === rate.vatRateBasisPoints,
        )
        expect([sum(own.map((each) => each.totalMinor)), sum(own.map((each) => each.vatMinor))]).toEqual([
          rate.grossMinor,
          rate.vatMinor,
        ])
      }
      const netOfLines = sum(lines.map(lineTotalNetMinor))
      const netOfDeductions = sum(deductions.map(({ code }) => deductionNetMinor(lines, code)))
      const shippingNet = shipping.priceMinor - shipping.vatMinor
      expect(netOfLines - netOfDeductions + shippingNet + order.vatMinor).toBe(order.totalMinor)
    })
  })

  it('[DEF-06] a percentage deducts its share of the line, to half a unit of currency', () => {
    check(({ store, cart }) => {
      const half = store.currencyDigits === 0 ? 50 : 0.5
      for (const line of cart.lines) {
        const exact = (line.unitMinor * line.quantity * (line.effective?.percent ?? 0)) / 100
        expect(Math.abs(percentageMinor(line) - exact)).toBeLessThanOrEqual(half + 1e-6)
      }
    })
  })

  it('[VAT-07] cart, basket of the provider, invoice and refund of everything are the same', () => {
    check(({ cart, snapshot }) => {
      const gross = cart.sumMinor + snapshot.shipping.priceMinor
      const vat = cart.vatMinor + snapshot.shipping.vatMinor
      expect([snapshot.totalMinor, snapshot.vatMinor]).toEqual([gross, vat])
      const basket = basketOfOrder(snapshot)
      expect([basket.totalMinor, basket.vatMinor]).toEqual([gross, vat])
      for (const line of basket.lines)
        expect(line.unitMinor * line.quantity - line.discountMinor).toBe(line.totalMinor)
      const invoice = invoiceDocument({
        kind: 'invoice',
        number: 1,
        orderNumber: 'S1',
        snapshot,
        lines: basket.lines,
        issuedAt: 0,
        corrects: [],
      })
      expect([invoice.grossMinor, invoice.vatMinor, invoice.netMinor]).toEqual([gross, vat, gross - vat])
      for (const each of [...invoice.lines, ...invoice.vat])
        expect(each.netMinor + each.vatMinor).toBe(each.grossMinor)
      if (gross === 0) return
      const refund = allocateRefund(snapshot, [], everythingLeft(snapshot, whollySent(snapshot, []).units))
      expect(refund).toMatchObject({ ok: true, refund: { amountMinor: gross, vatMinor: vat } })
    })
  })

  it('refunds of one unit after the other add up to the line, its VAT to the line’s', () => {
    check(({ snapshot }) => {
      const line = snapshot.lines.find(({ quantity, totalMinor }) => quantity <= 7 && totalMinor >= quantity)
      if (!line) return
      const past: Refund[] = []
      for (let unit = 0; unit < line.quantity; unit++) {
        const answer = allocateRefund(snapshot, past, { lines: [{ uuid: line.uuid, quantity: 1 }] })
        if (!answer.ok) throw new Error(answer.code)
        past.push(answer.refund)
      }
      expect([
        sum(past.map((refund) => refund.amountMinor)),
        sum(past.map((refund) => refund.vatMinor)),
      ]).toEqual([line.totalMinor, line.vatMinor])
    }, 200)
  })
})
