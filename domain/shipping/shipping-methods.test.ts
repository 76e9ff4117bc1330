import { minor } from '../money/money.ts'
import { describe, expect, it } from 'vitest'
import { storeCodes, storePolicies, stores } from '../stores/stores.ts'
import { needsServicePoint, shippingMethod, shippingMethods, shippingPriceMinor } from './shipping-methods.ts'

describe('shipping methods', () => {
  it('[CHECKOUT-05] are three or four in every store, each with a carrier whose mark the store shows', () => {
    for (const code of storeCodes) {
      const methods = shippingMethods(code)
      expect(methods.length).toBeGreaterThanOrEqual(3)
      expect(new Set(methods.map(({ id }) => id)).size).toBe(methods.length)
      for (const { carrier } of methods) expect(storePolicies[code].shippingIcons).toContain(carrier)
      if (stores[code].currencyDigits === 0)
        for (const { priceMinor } of methods) expect(priceMinor % 100).toBe(0)
    }
  })

  it('deliver a starter battery to the door only, and a letter holds few units', () => {
    expect(shippingMethods('sv', { units: 1, starterBatteries: true }).map(({ kind }) => kind)).toEqual([
      'home',
    ])
    expect(
      shippingMethods('sv', { units: 7, starterBatteries: false }).map(({ kind }) => kind),
    ).not.toContain('letter')
    for (const code of storeCodes)
      expect(shippingMethods(code, { units: 5000, starterBatteries: true })).not.toEqual([])
  })

  it('are free from their threshold, exact to the öre', () => {
    const method = shippingMethod('sv', 'postnord-pickup')!
    expect([49_899, 49_900].map((sum) => shippingPriceMinor(method, minor(sum)))).toEqual([4900, 0])
    expect(shippingPriceMinor(shippingMethod('sv', 'postnord-letter')!, minor(10_000_000))).toBe(2900)
    expect(shippingMethod('de', 'postnord-pickup')).toBeNull()
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
