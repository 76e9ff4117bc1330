import { describe, expect, it } from 'vitest'
import { cartCouponsOf, evaluateCoupons } from '../cart/evaluate-coupons.server.ts'
import { couponKinds, recognizeKind } from '../coupons/coupon-kinds.ts'
import { naiveCases, naiveKind } from './naive-kinds.test-oracle.ts'
import { naivePrice, type NaiveResult } from './naive-pricing.test-oracle.ts'
import { priceCart } from './price-cart.ts'
import type { PriceCartLine } from './priced-cart.ts'
import { Draw, randomCart, randomTerms } from './random-cart.test-support.ts'

const carts = 20_000

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The oracle needs the lines sorted by sku and uuid; its result is returned in the original order. */
function naiveInOrder(
  lines: readonly PriceCartLine[],
  price: (priced: PriceCartLine[]) => NaiveResult,
): NaiveResult {
  const places = lines.map((_, index) => index)
  places.sort((a, b) => compare(lines[a]!.sku, lines[b]!.sku) || compare(lines[a]!.uuid, lines[b]!.uuid))
  const naive = price(places.map((place) => lines[place]!))
  const asTheyCame = (values: bigint[]) => lines.map((_, index) => values[places.indexOf(index)]!)
  return {
    ...naive,
    units: asTheyCame(naive.units),
    lineTotals: asTheyCame(naive.lineTotals),
    lineNets: asTheyCame(naive.lineNets),
    lineVats: asTheyCame(naive.lineVats),
  }
}

/** Both pricings of one random cart, in the same shape. */
function bothPricings(seed: number) {
  const { lines, definitions, customer, digits } = randomCart(seed)
  const evaluated = evaluateCoupons({ lines, customerDiscounts: customer, digits }, definitions)
  const coupons = cartCouponsOf(evaluated)
  const cart = priceCart({ lines, coupons, customerDiscounts: customer, digits })
  const naive = naiveInOrder(lines, (priced) => naivePrice(priced, definitions, customer, digits))
  const offers = coupons.filter(({ answered }) => answered.deductedMinor !== null)
  return {
    engine: {
      units: cart.lines.map((line) => line.unitMinor),
      lineTotals: cart.lines.map((line) => line.lineTotalMinor),
      lineNets: cart.lines.map((line) => line.netMinor),
      lineVats: cart.lines.map((line) => line.vatMinor),
      sum: cart.sumMinor,
      deductions: Object.fromEntries(cart.deductions.map(({ code, amountMinor }) => [code, amountMinor])),
      answered: Object.fromEntries(
        offers.map(({ coupon, answered }) => [coupon.code, answered.deductedMinor]),
      ),
    },
    oracle: {
      units: naive.units.map(Number),
      lineTotals: naive.lineTotals.map(Number),
      lineNets: naive.lineNets.map(Number),
      lineVats: naive.lineVats.map(Number),
      sum: Number(naive.sum),
      deductions: Object.fromEntries(
        [...naive.deductions]
          .filter(([, amount]) => amount > 0n)
          .map(([code, amount]) => [code, Number(amount)]),
      ),
      answered: Object.fromEntries(
        offers.map(({ coupon: { code } }) => [code, Number(naive.deductions.get(code))]),
      ),
    },
  }
}

const kindNames = couponKinds.map(({ kind }) => kind)

describe('the pricing against the naive reference', () => {
  it('[DEF-09] has a case for every kind of coupon, in the oracle and in the random carts', () => {
    expect(naiveCases.map(({ kind }) => kind).toSorted()).toEqual(kindNames.toSorted())
    expect(Object.keys(randomTerms).toSorted()).toEqual(kindNames.toSorted())
    for (const [kind, terms] of Object.entries(randomTerms)) {
      for (let seed = 1; seed <= 200; seed++) {
        const definition = { code: 'CODE', ...terms(new Draw(seed)) }
        expect([recognizeKind(definition).kind, naiveKind(definition)]).toEqual([kind, kind])
      }
    }
  })

  it.each(kindNames)('the random carts have some that a coupon of kind %s makes cheaper', (kind) => {
    let cheaper = 0
    for (let seed = 1; seed <= 1000; seed++) {
      const { lines, digits } = randomCart(seed)
      const definition = { code: 'CODE', ...randomTerms[kind]!(new Draw(seed)) }
      const coupons = cartCouponsOf(evaluateCoupons({ lines, digits }, [definition]))
      if (priceCart({ lines, digits, coupons }).sumMinor < priceCart({ lines, digits }).sumMinor) cheaper++
    }
    expect(cheaper).toBeGreaterThan(100)
  })

  it(
    `[DEF-06] [DEF-07] [DEF-12] [DEF-13] both agree to the öre on ${carts} random carts`,
    { timeout: 240_000 },
    () => {
      for (let seed = 1; seed <= carts; seed++) {
        const { engine, oracle } = bothPricings(seed)
        expect({ seed, ...engine }).toEqual({ seed, ...oracle })
      }
    },
  )
})
