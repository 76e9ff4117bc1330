import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { viewCoupon } from '../../api/coupon-view.ts'
import { cartCouponsOf, evaluateCoupons } from '../cart/evaluate-coupons.server.ts'
import { recognizeKind } from '../coupons/coupon-kinds.ts'
import { readCartCoupons, type CouponDefinition, type CouponEntity } from '../coupons/coupon.ts'
import { vatPartMinor } from '../money/money.ts'
import { deductionNets, lineTotalNetMinor, percentageMinor } from './net-amounts.ts'
import { priceCart } from './price-cart.ts'
import type { PricedCart } from './priced-cart.ts'
import { Draw, randomCart, randomDefinition, type RandomCart } from './random-cart.test-support.ts'

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
const seeds = fc.integer({ min: 1, max: 2_000_000_000 })

/** The same cart at prices of a few öre, where every rounding is visible. */
function inPennies(cart: RandomCart): RandomCart {
  const lines = cart.lines.map((line) => ({ ...line, priceMinor: minor(line.priceMinor % 13), tiers: [] }))
  const definitions = cart.definitions.map((terms) => ({
    ...terms,
    minimum_spend: 0,
    ...(terms.fixed_amount == null ? {} : { fixed_amount: 0.03 }),
    ...(terms.coupon_buy_x_interval_amount_buy == null
      ? {}
      : { coupon_buy_x_interval_amount_buy: 0.05, coupon_buy_x_interval_amount_get: 0.02 }),
    ...(terms.coupon_buy_x_increment_amount_buy == null
      ? {}
      : { coupon_buy_x_increment_amount_buy: 0.2, coupon_buy_x_increment_amount_get: 0.01 }),
  }))
  return { ...cart, lines, definitions, digits: 2 }
}

const carts = fc.tuple(seeds, fc.boolean()).map(([seed, pennies]) => {
  const cart = randomCart(seed)
  return pennies ? inPennies(cart) : cart
})

function pricing(
  { lines, customer, digits }: RandomCart,
  definitions: readonly CouponDefinition[],
): PricedCart {
  const shared = { lines, customerDiscounts: customer, digits }
  return priceCart({ ...shared, coupons: cartCouponsOf(evaluateCoupons(shared, definitions)) })
}

function expectPartsToAddUp(cart: PricedCart): void {
  expect(sum(cart.lines.map((line) => line.netMinor))).toBe(cart.sumMinor)
  expect(sum(cart.lines.map((line) => line.vatMinor))).toBe(cart.vatMinor)
  expect(cart.linesMinor - cart.deductedMinor).toBe(cart.sumMinor)
  expect(sum(cart.vatPerRate.map((rate) => rate.grossMinor))).toBe(cart.sumMinor)
  expect(sum(cart.vatPerRate.map((rate) => rate.vatMinor))).toBe(cart.vatMinor)
  for (const { code, amountMinor } of cart.deductions) {
    const shares = cart.lines.flatMap((line) => line.deductions.filter((share) => share.code === code))
    expect(sum(shares.map((share) => share.amountMinor))).toBe(amountMinor)
  }
  for (const line of cart.lines) {
    expect(line.netMinor).toBe(
      line.lineTotalMinor - sum(line.deductions.map(({ amountMinor }) => amountMinor)),
    )
    expect(line.vatMinor).toBe(vatPartMinor(line.netMinor, line.vatRateBasisPoints))
    expect(line.netMinor).toBeGreaterThanOrEqual(0)
    expect(line.lineTotalMinor).toBe(line.unitMinor * line.quantity - percentageMinor(line))
    const nets = deductionNets(line).map(({ netMinor }) => netMinor)
    expect(lineTotalNetMinor(line) - sum(nets) + line.vatMinor).toBe(line.netMinor)
    for (const net of nets) expect(net).toBeGreaterThanOrEqual(0)
  }
  expect(cart.sumExVatMinor + cart.vatMinor).toBe(cart.sumMinor)
  const netOfDeductions = sum(cart.deductions.map(({ amountMinor, vatMinor }) => amountMinor - vatMinor))
  expect(sum(cart.lines.map(lineTotalNetMinor)) - netOfDeductions).toBe(cart.sumExVatMinor)
}

/** A line's percentage deducts its share of the line, to the nearest krona or cent (DEF-06). */
function expectExactPercentages(cart: PricedCart, digits: 0 | 2): void {
  const half = digits === 0 ? 50 : 0.5
  for (const line of cart.lines) {
    const exact = (line.unitMinor * line.quantity * (line.effective?.percent ?? 0)) / 100
    expect(Math.abs(percentageMinor(line) - exact)).toBeLessThanOrEqual(half + 1e-6)
  }
}

describe('the invariants of every cart', { timeout: 60_000 }, () => {
  it('[COUPON-36] another code never raises the price', () => {
    fc.assert(
      fc.property(carts, seeds, (cart, seed) => {
        const more = { ...randomDefinition(new Draw(seed), 9), minimum_spend: 0 }
        const [before, after] = [pricing(cart, cart.definitions), pricing(cart, [...cart.definitions, more])]
        expect(after.sumMinor).toBeLessThanOrEqual(before.sumMinor)
      }),
      { numRuns: 8000 },
    )
  })

  it('[DEF-06] no percentage differs from its share of the line by more than half a krona or cent', () => {
    fc.assert(
      fc.property(carts, (cart) => expectExactPercentages(pricing(cart, cart.definitions), cart.digits)),
      { numRuns: 4000 },
    )
  })

  it('[DEF-07] [VAT-07] [VAT-10] no line and no sum falls below zero, and all parts add up', () => {
    fc.assert(
      fc.property(carts, (cart) => expectPartsToAddUp(pricing(cart, cart.definitions))),
      { numRuns: 4000 },
    )
  })

  it('the order of lines does not matter: every line costs the same, and VAT per rate', () => {
    fc.assert(
      fc.property(carts, seeds, (cart, seed) => {
        const draw = new Draw(seed)
        const mixed = cart.lines.map((line) => ({ line, at: draw.next() })).sort((a, b) => a.at - b.at)
        const lines = mixed.map(({ line }) => line)
        const [asAdded, otherwise] = [
          pricing(cart, cart.definitions),
          pricing({ ...cart, lines }, cart.definitions),
        ]
        expect(otherwise.lines.map(({ uuid }) => uuid)).toEqual(lines.map(({ uuid }) => uuid))
        const byUuid = new Map(otherwise.lines.map((line) => [line.uuid, line]))
        expect({ ...otherwise, lines: cart.lines.map(({ uuid }) => byUuid.get(uuid)) }).toEqual(asAdded)
      }),
      { numRuns: 4000 },
    )
  })

  it('[DEF-12] the order of codes matters only among unit-count offers', () => {
    const isUnitCount = (terms: CouponDefinition) => recognizeKind(terms).step === 'unitRewards'
    fc.assert(
      fc.property(carts, seeds, (cart, seed) => {
        const draw = new Draw(seed)
        const mixed = cart.definitions
          .map((terms) => ({ terms, at: draw.next() }))
          .sort((a, b) => a.at - b.at)
        const inOrder = cart.definitions.filter(isUnitCount)
        const shuffled = mixed.map(({ terms }) => (isUnitCount(terms) ? inOrder.shift()! : terms))
        const [asAdded, otherwise] = [pricing(cart, cart.definitions), pricing(cart, shuffled)]
        const nets = ({ lines }: PricedCart) => lines.map((line) => line.netMinor)
        expect(nets(otherwise)).toEqual(nets(asAdded))
      }),
      { numRuns: 4000 },
    )
  })

  it('gift cards and fees keep their price, whatever the codes', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        pricing(cart, cart.definitions).lines.forEach((line, index) => {
          const { giftCard, fee, priceMinor, quantity } = cart.lines[index]!
          if ((giftCard || fee) && cart.lines[index]!.fixedPrice)
            expect(line.netMinor).toBe(priceMinor * quantity)
          if (giftCard || fee) expect([line.netMinor, line.deductions]).toEqual([line.lineTotalMinor, []])
        })
      }),
      { numRuns: 2000 },
    )
  })

  it('[COUPON-24] a cart with the amounts of a response costs the same as one that computes them, also through JSON', () => {
    fc.assert(
      fc.property(carts, (cart) => {
        const shared = { lines: cart.lines, customerDiscounts: cart.customer, digits: cart.digits }
        const evaluated = evaluateCoupons(shared, cart.definitions)
        const answer = evaluated.map((each) => viewCoupon(each))
        const unanswered = answer.map(
          ({ buyx_free_amount: _amount, vat_amount: _vat, buy_x_percentage_total: _total, ...terms }) =>
            terms,
        )
        const sent = JSON.parse(JSON.stringify(answer)) as CouponEntity[]
        const priced = priceCart({ ...shared, coupons: readCartCoupons(sent) })
        expect(priced).toEqual(priceCart({ ...shared, coupons: readCartCoupons(unanswered) }))
        expect(priced).toEqual(priceCart({ ...shared, coupons: cartCouponsOf(evaluated) }))
      }),
      { numRuns: 3000 },
    )
  })

  it('[COUPON-24] parts add up also where the amounts of the response belong to an older cart', () => {
    fc.assert(
      fc.property(carts, carts, (cart, older) => {
        const codes = evaluateCoupons({ lines: older.lines, digits: cart.digits }, cart.definitions)
        const coupons = cartCouponsOf(codes)
        const now = priceCart({ lines: cart.lines, coupons, digits: cart.digits })
        expectPartsToAddUp(now)
        const wanted = sum(coupons.map(({ answered }) => answered.deductedMinor ?? 0))
        const taken = sum(
          now.deductions.filter(({ kind }) => kind !== 'fixed').map(({ amountMinor }) => amountMinor),
        )
        const open = sum(now.lines.map((line) => (line.kind === 'goods' ? line.lineTotalMinor : 0)))
        expect(taken).toBe(Math.min(wanted, open))
      }),
      { numRuns: 3000 },
    )
  })
})
