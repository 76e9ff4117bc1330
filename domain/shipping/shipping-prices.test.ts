import { describe, expect, it } from 'vitest'
import { storeCodes, storePolicies } from '../stores/stores.ts'
import { cheapestDelivery, freeDeliveryFrom, shippingPriceTable } from './shipping-prices.ts'

describe('the table of shipping prices', () => {
  it('has every method of the store with its price, its limits and what it refuses', () => {
    for (const code of storeCodes) {
      const { shippingMethods } = storePolicies[code]
      const rows = shippingPriceTable(shippingMethods)
      expect(
        rows.map(({ id, name, priceMinor, freeFromMinor }) => [id, name, priceMinor, freeFromMinor]),
      ).toEqual(
        shippingMethods.map(({ id, name, priceMinor, freeFromMinor }) => [
          id,
          name,
          priceMinor,
          freeFromMinor,
        ]),
      )
      // What every method refuses is not sold.
      for (const row of rows.filter(({ id }) => id.endsWith('-home'))) expect(row.refuses).toEqual([])
    }
    const [pickup, , , letter] = shippingPriceTable(storePolicies.sv.shippingMethods)
    expect(pickup).toMatchObject({ refuses: ['lithium_large', 'lead'], maxWeightGrams: 20_000 })
    expect(letter).toMatchObject({ refuses: ['lithium', 'lead'], maxUnits: 6, freeFromMinor: null })
  })
})

describe('the delivery of one product', () => {
  const { shippingMethods } = storePolicies.sv

  it('costs what the cheapest method takes for it', () => {
    const small = { weightGrams: 50, excludedMethods: [] }
    expect(cheapestDelivery(shippingMethods, small)).toMatchObject({ unitPriceMinor: 2900 })
    expect(freeDeliveryFrom(shippingMethods, small)).toBe(49_900)
    const heavy = {
      weightGrams: 40_000,
      excludedMethods: ['postnord-pickup', 'instabox-locker', 'postnord-letter'],
    }
    expect(cheapestDelivery(shippingMethods, heavy)).toMatchObject({
      id: 'budbee-home',
      unitPriceMinor: 9900,
    })
    expect(freeDeliveryFrom(shippingMethods, heavy)).toBe(99_900)
  })

  it('is unknown where no method can carry it', () => {
    const unit = { weightGrams: 1, excludedMethods: shippingMethods.map(({ id }) => id) }
    expect([cheapestDelivery(shippingMethods, unit), freeDeliveryFrom(shippingMethods, unit)]).toEqual([
      null,
      null,
    ])
  })
})
