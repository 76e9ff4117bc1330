import { describe, expect, it } from 'vitest'
import { evaluateCoupons } from '../coupons/evaluate-coupons.ts'
import { toMinor } from '../money/money.ts'
import { naivePrice, type NaiveResult } from './naive-pricing.test-oracle.ts'
import { priceCart } from './price-cart.ts'
import type { PriceCartLine } from './priced-cart.ts'
import { randomCart } from './random-cart.test-support.ts'

const carts = 20_000

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The oracle wants the lines by sku and uuid; its answer is told in the order in which they came. */
function naiveInOrder(
  lines: readonly PriceCartLine[],
  price: (settled: PriceCartLine[]) => NaiveResult,
): NaiveResult {
  const places = lines.map((_, index) => index)
  places.sort((a, b) => compare(lines[a]!.sku, lines[b]!.sku) || compare(lines[a]!.uuid, lines[b]!.uuid))
  const naive = price(places.map((place) => lines[place]!))
  const asTheyCame = (values: bigint[]) => lines.map((_, index) => values[places.indexOf(index)]!)
  return {
    ...naive,
    units: asTheyCame(naive.units),
    unitsExVat: asTheyCame(naive.unitsExVat),
    lineNets: asTheyCame(naive.lineNets),
    lineVats: asTheyCame(naive.lineVats),
  }
}

/** Both pricings of one random cart, in one shape. */
function bothPricings(seed: number) {
  const { lines, definitions, customer, digits } = randomCart(seed)
  const coupons = evaluateCoupons({ lines, customerDiscounts: customer, digits }, definitions)
  const cart = priceCart({ lines, coupons, customerDiscounts: customer, digits })
  const naive = naiveInOrder(lines, (settled) => naivePrice(settled, definitions, customer, digits))
  const told = coupons.filter(({ buyx_free_amount }) => buyx_free_amount != null)
  return {
    engine: {
      units: cart.lines.map((line) => line.unitMinor),
      unitsExVat: cart.lines.map((line) => line.unitExVatMinor),
      lineNets: cart.lines.map((line) => line.netMinor),
      lineVats: cart.lines.map((line) => line.vatMinor),
      sum: cart.sumMinor,
      deductions: Object.fromEntries(cart.deductions.map(({ code, amountMinor }) => [code, amountMinor])),
      told: Object.fromEntries(told.map(({ code, buyx_free_amount }) => [code, toMinor(buyx_free_amount!)])),
    },
    oracle: {
      units: naive.units.map(Number),
      unitsExVat: naive.unitsExVat.map(Number),
      lineNets: naive.lineNets.map(Number),
      lineVats: naive.lineVats.map(Number),
      sum: Number(naive.sum),
      deductions: Object.fromEntries(
        [...naive.deductions]
          .filter(([, amount]) => amount > 0n)
          .map(([code, amount]) => [code, Number(amount)]),
      ),
      told: Object.fromEntries(told.map(({ code }) => [code, Number(naive.deductions.get(code))])),
    },
  }
}

describe('the pricing against a second, naive one', () => {
  it(
    `[DEF-06] [DEF-07] [DEF-12] [DEF-13] both agree to the öre on ${carts} random carts`,
    { timeout: 60_000 },
    () => {
      for (let seed = 1; seed <= carts; seed++) {
        const { engine, oracle } = bothPricings(seed)
        if (JSON.stringify(engine.lineNets) !== JSON.stringify(oracle.lineNets))
          expect({ seed, ...engine }).toEqual({ seed, ...oracle })
        expect({ seed, ...engine }).toEqual({ seed, ...oracle })
      }
    },
  )
})
