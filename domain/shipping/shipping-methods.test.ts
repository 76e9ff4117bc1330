import { minor } from '../money/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addShippingMethods, applySettings } from '../stores/apply-settings.ts'
import { storeCodes, stores } from '../stores/stores.ts'
import { dangerousGoodsClasses, type DangerousGoodsClass } from '../products/dangerous-goods.ts'
import type { Consignment, ShippedGoods } from './consignment.ts'
import {
  shownCarriers,
  needsServicePoint,
  shippingMethod,
  shippingMethods,
  shippingPriceMinor,
  undeliverableGoods,
} from './shipping-methods.ts'

const goods = (classes: DangerousGoodsClass[]): Consignment => ({
  units: 1,
  goods: [{ name: '', classes, weightGrams: 0, sidesMm: [0, 0, 0] }],
})

describe('shipping methods', () => {
  it('[CHECKOUT-05] are three or four in every store, each with a carrier whose mark the store shows', () => {
    for (const code of storeCodes) {
      const methods = shippingMethods(code)
      expect(methods.length).toBeGreaterThanOrEqual(3)
      expect(new Set(methods.map(({ id }) => id)).size).toBe(methods.length)
      for (const { carrier } of methods) expect(shownCarriers(code)).toContain(carrier)
      if (stores[code].currencyDigits === 0)
        for (const { priceMinor } of methods) expect(priceMinor % 100).toBe(0)
    }
  })

  it('deliver a starter battery to the door only, and a letter holds few units', () => {
    expect(shippingMethods('sv', goods(['lead_acid_wet'])).map(({ kind }) => kind)).toEqual(['home'])
    expect(shippingMethods('sv', { ...goods([]), units: 7 }).map(({ kind }) => kind)).not.toContain('letter')
    for (const code of storeCodes)
      expect(shippingMethods(code, { ...goods(['lead_acid_wet']), units: 5000 })).not.toEqual([])
  })

  it.each(storeCodes)('carry each class of dangerous goods only where a method of %s allows it', (code) => {
    const kinds = (entry: DangerousGoodsClass) => [
      ...new Set(shippingMethods(code, goods([entry])).map(({ kind }) => kind)),
    ]
    expect(kinds('lead_acid_wet')).toEqual(['home'])
    expect(kinds('lead_acid_sealed')).toEqual(['home'])
    expect(kinds('lithium_large')).toEqual(['home'])
    expect(kinds('lithium_small')).toEqual(expect.arrayContaining(['home', 'pickup']))
    expect(kinds('lithium_small')).not.toContain('letter')
    expect(kinds('other')).toEqual([])
  })

  it('never offer a method for a class, weight, size or number of units that it does not take', () => {
    const entry: fc.Arbitrary<ShippedGoods> = fc.record({
      name: fc.string(),
      classes: fc.subarray([...dangerousGoodsClasses]),
      weightGrams: fc.nat(200_000),
      sidesMm: fc
        .tuple(fc.nat(1500), fc.nat(1500), fc.nat(1500))
        .map((sides) => sides.toSorted((a, b) => b - a) as [number, number, number]),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...storeCodes),
        fc.array(entry, { maxLength: 4 }),
        fc.integer({ min: 1, max: 60 }),
        (code, all, units) => {
          const offered = shippingMethods(code, { units, goods: all }, 'private')
          for (const method of offered) {
            for (const { classes, sidesMm } of all) {
              for (const one of classes) expect(method.carries).toContain(one)
              sidesMm.forEach((side, rank) => expect(side).toBeLessThanOrEqual(method.maxSidesMm![rank]!))
            }
            const weight = all.reduce((sum, { weightGrams }) => sum + weightGrams, 0)
            expect(weight).toBeLessThanOrEqual(method.maxWeightGrams!)
            expect(units).toBeLessThanOrEqual(method.maxUnits ?? Infinity)
          }
          const named = undeliverableGoods(code, { units, goods: all }, 'private')
          expect(named.length > 0).toBe(offered.length === 0 && all.length > 0)
        },
      ),
    )
  })

  it('name the goods that no method takes, or all where only the combination is refused', () => {
    const aerosol = { ...goods(['other']).goods[0]!, name: 'Spray' }
    const battery = { ...goods(['lead_acid_wet']).goods[0]!, name: 'Batteri', weightGrams: 90_000 }
    expect(undeliverableGoods('sv', { units: 2, goods: [aerosol, battery] }, 'private')).toEqual(['Spray'])
    expect(undeliverableGoods('sv', { units: 1, goods: [battery] }, 'private')).toEqual([])
    expect(undeliverableGoods('sv', { units: 2, goods: [battery, battery] }, 'private')).toEqual([
      'Batteri',
      'Batteri',
    ])
  })

  it('do not deliver to private buyers what only a method for companies carries', () => {
    const spray = { units: 1, goods: [{ ...goods(['other']).goods[0]!, name: 'Spray' }] }
    const method = { ...shippingMethod('sv', 'budbee-home')!, id: 'freight', carries: ['other'] as const }
    addShippingMethods('sv', [{ ...method, buyers: ['business'] }])
    try {
      expect(shippingMethods('sv', spray, 'business').map(({ id }) => id)).toEqual(['freight'])
      expect(undeliverableGoods('sv', spray, 'business')).toEqual([])
      expect(shippingMethods('sv', spray, 'private')).toEqual([])
      expect(undeliverableGoods('sv', spray, 'private')).toEqual(['Spray'])
    } finally {
      addShippingMethods('sv', [])
    }
  })

  it('are free from their threshold, exact to the öre', () => {
    const method = shippingMethod('sv', 'postnord-pickup')!
    expect([49_899, 49_900].map((sum) => shippingPriceMinor(method, minor(sum), 0))).toEqual([4900, 0])
    expect(shippingPriceMinor(shippingMethod('sv', 'postnord-letter')!, minor(10_000_000), 0)).toBe(2900)
    expect(shippingMethod('de', 'postnord-pickup')).toBeNull()
  })

  it('ignore prices that were set for other weights than they have now', () => {
    const method = shippingMethod('sv', 'budbee-home')!
    const [first, second] = method.heavier
    const set = { isOffered: true, priceMinor: minor(100), freeFromMinor: null, heavierMinor: [minor(200)] }
    applySettings('sv', { shipping: { 'budbee-home': set } })
    try {
      const priced = shippingMethod('sv', 'budbee-home')!
      expect(priced).toMatchObject({ priceMinor: 100, heavier: [first, second] })
      const all = { ...set, heavierMinor: [minor(200), minor(300)] }
      applySettings('sv', { shipping: { 'budbee-home': all } })
      expect(shippingMethod('sv', 'budbee-home')!.heavier.map((step) => step.priceMinor)).toEqual([200, 300])
    } finally {
      applySettings('sv', {})
    }
  })

  it('cost more from a weight on, to the gram', () => {
    const method = shippingMethod('sv', 'budbee-home')!
    const prices = [0, 35_000, 35_001, 70_000, 70_001].map((grams) =>
      shippingPriceMinor(method, minor(100), grams),
    )
    expect(prices).toEqual([6900, 6900, 9900, 9900, 19_900])
    expect(shippingPriceMinor(method, method.freeFromMinor!, 70_001)).toBe(0)
    for (const code of storeCodes)
      for (const { heavier, priceMinor } of shippingMethods(code)) {
        const weights = heavier.map(({ aboveGrams }) => aboveGrams)
        expect(weights).toEqual(weights.toSorted((a, b) => a - b))
        for (const band of heavier) expect(band.priceMinor).toBeGreaterThan(priceMinor)
      }
  })

  it('[CHECKOUT-06] to a shop or a locker require a service point', () => {
    expect(shippingMethods('sv').map((method) => [method.kind, needsServicePoint(method)])).toEqual([
      ['pickup', true],
      ['locker', true],
      ['home', false],
      ['letter', false],
    ])
  })
})
