import { describe, expect, it } from 'vitest'
import { evaluateCoupons } from '../coupons/evaluate-coupons.ts'
import { toMinor } from '../money/money.ts'
import { naivePrice } from './naive-pricing.test-oracle.ts'
import { priceCart } from './price-cart.ts'
import { randomCart } from './random-cart.test-support.ts'

const carts = 20_000

/** Both pricings of one random cart, in one shape. */
function bothPricings(seed: number) {
  const { lines, definitions, customer, digits } = randomCart(seed)
  const coupons = evaluateCoupons({ lines, customerDiscounts: customer, digits }, definitions)
  const cart = priceCart({ lines, coupons, customerDiscounts: customer, digits })
  const naive = naivePrice(lines, definitions, customer, digits)
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
    { timeout: 20_000 },
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
