import { describe, expect, it } from 'vitest'
import { toProductId } from '../../domain/products/product-id.ts'
import { toSku } from '../../domain/products/sku.ts'
import { createStructure, emptyStructure } from './catalogue-structure.server.ts'
import {
  bestOffer,
  composeCard,
  composeCartProduct,
  nextChange,
  offerAt,
  type Offer,
  type StoredCard,
} from './stored-card.server.ts'

const now = Date.UTC(2026, 5, 1)
const inStock: Offer['s'] = [6, 0, null, 0, null, 0]
const soldOut: Offer['s'] = [0, 0, null, 0, null, 0]

describe('an offer at a moment', () => {
  it('[DEF-04] has campaign tiers only inside their window', () => {
    const offer: Offer = { n: [[1, 19_900]], c: [[1, 14_900, 19_900, now, now + 1_000]], s: inStock }
    expect(offerAt(offer, now - 1).prices.campaign).toEqual([])
    expect(offerAt(offer, now).prices.campaign).toEqual([
      { quantity: 1, unitMinor: 14_900, beforeMinor: 19_900, reductionPercent: 25 },
    ])
    expect(offerAt(offer, now + 1_000).prices.campaign).toEqual([])
    expect(nextChange([offer], now - 1)).toBe(now)
    expect(nextChange([offer], now)).toBe(now + 1_000)
    expect(nextChange([offer], now + 1_000)).toBeNull()
  })

  it('[DEF-03] computes the reduction from the lowest price of 30 days, rounded down', () => {
    const offer: Offer = { n: [[1, 19_900]], c: [[1, 14_900, 19_900, null, null]], l: 15_900, s: inStock }
    expect(offerAt(offer, now).prices.campaign[0]).toMatchObject({ beforeMinor: 15_900, reductionPercent: 6 })
    expect(offerAt({ ...offer, l: 14_000 }, now).prices.campaign[0]).toMatchObject({
      unitMinor: 14_900,
      beforeMinor: null,
      reductionPercent: 0,
    })
  })

  it('[DEF-03] strikes through no more than the lowest price of 30 days, at no quantity', () => {
    const c: Offer['c'] = [
      [1, 14_900, 19_900, null, null],
      [5, 13_900, 18_900, null, null],
      [10, 12_900, 14_500, null, null],
    ]
    const offer: Offer = { n: [[1, 19_900]], c, l: 15_900, s: inStock }
    expect(offerAt(offer, now).prices.campaign).toEqual([
      { quantity: 1, unitMinor: 14_900, beforeMinor: 15_900, reductionPercent: 6 },
      { quantity: 5, unitMinor: 13_900, beforeMinor: 15_900, reductionPercent: 12 },
      { quantity: 10, unitMinor: 12_900, beforeMinor: 14_500, reductionPercent: 11 },
    ])
    expect(offerAt({ ...offer, l: 13_500 }, now).prices.campaign).toEqual([
      { quantity: 1, unitMinor: 14_900, beforeMinor: null, reductionPercent: 0 },
      { quantity: 5, unitMinor: 13_900, beforeMinor: null, reductionPercent: 0 },
      { quantity: 10, unitMinor: 12_900, beforeMinor: 13_500, reductionPercent: 4 },
    ])
  })

  it('a product without presale or release date is no presale', () => {
    expect(offerAt({ n: [[1, 100]], s: inStock }, now).stock.status).toBe('in_stock')
    expect(offerAt({ n: [[1, 100]], s: [0, 0, null, 1, now + 1, 0] }, now).stock.status).toBe('presale')
  })
})

describe('the price beside another product', () => {
  const priceBeside = (cs: number, o: Offer) => {
    const card = { sku: toSku('A'), n: 'A', g: 'a', t: 1, c: [], vat: 2500, o: [o], cs }
    const structure = createStructure(emptyStructure)
    return {
      card: composeCard(1, card, 'sv', structure, now).cross_selling_price,
      cart: composeCartProduct(toProductId(1), card, 'sv', structure, now).crossSellingMinor,
    }
  }

  it('[UPSELL-05] is offered and charged only where the product alone costs more', () => {
    const usual: Offer = { n: [[1, 11_900]], s: inStock }
    expect(priceBeside(9_900, usual)).toEqual({ card: 99, cart: 9_900 })
    expect(priceBeside(11_900, usual)).toEqual({ card: null, cart: null })
    const reduced: Offer = { ...usual, c: [[1, 8_900, 11_900, null, null]] }
    expect(priceBeside(9_900, reduced)).toEqual({ card: null, cart: null })
  })
})

describe('the shipping of a card', () => {
  const shippingOf = (more: Partial<StoredCard>) => {
    const card = { sku: toSku('A'), n: 'A', g: 'a', t: 1, c: [], vat: 2500, o: [], ...more }
    return composeCard(1, card, 'sv', createStructure(emptyStructure), now).shipping
  }
  const toTheDoorOnly = ['postnord-pickup', 'instabox-locker', 'postnord-letter']

  it('excludes the methods whose rules refuse its class, weight or size', () => {
    expect(shippingOf({})).toEqual({ weight_grams: 0, excluded_methods: [] })
    expect(shippingOf({ dg: 'lithium_small', w: 300 })).toEqual({
      weight_grams: 300,
      excluded_methods: ['postnord-letter'],
    })
    for (const dear of [{ dg: 'lithium_large' }, { dg: 'lead_acid_sealed' }, { w: 25_000 }] as const)
      expect(shippingOf(dear).excluded_methods).toEqual(toTheDoorOnly)
    expect(shippingOf({ sz: [700, 100, 100] }).excluded_methods).toEqual([
      'instabox-locker',
      'postnord-letter',
    ])
  })

  it('counts a starter battery without a UN number as wet lead-acid, and a set as if it held anything', () => {
    expect(shippingOf({ sb: 1 }).excluded_methods).toEqual(toTheDoorOnly)
    expect(shippingOf({ t: 3 }).excluded_methods).toHaveLength(4)
  })
})

describe('the price per piece of a card', () => {
  const unitPriceOf = (more: Partial<StoredCard>) => {
    const card = { sku: toSku('A'), n: 'A', g: 'a', t: 1, c: [], vat: 2500, o: [], ...more }
    return composeCard(1, card, 'sv', createStructure(emptyStructure), now).unit_price
  }

  it('is that of the pack whose price is shown, and follows its campaign', () => {
    expect(unitPriceOf({ o: [{ n: [[1, 14_900]], k: 20, s: inStock }] })).toEqual({
      amount: 7.45,
      unit: 'piece',
    })
    const packs: Offer[] = [
      { n: [[1, 9_900]], k: 12, s: inStock },
      { n: [[1, 9_900]], c: [[1, 2_900, 9_900, null, null]], k: 4, s: inStock },
    ]
    expect(unitPriceOf({ o: packs })).toEqual({ amount: 7.25, unit: 'piece' })
  })

  it('is left out of a single piece, and where the law asks for the price per measure', () => {
    expect(unitPriceOf({ o: [{ n: [[1, 14_900]], s: inStock }] })).toBeNull()
    expect(unitPriceOf({ u: [5_000_000, 'm'], o: [{ n: [[1, 10_000]], k: 2, s: inStock }] })).toEqual({
      amount: 20,
      unit: 'm',
    })
  })
})

describe('the offers of a parent', () => {
  it('show the cheapest that can be bought and the best stock', () => {
    const offers: Offer[] = [
      { n: [[1, 5_000]], s: soldOut },
      { n: [[1, 9_000]], s: inStock },
      { n: [[1, 8_000]], s: [3, 0, null, 0, null, 0] },
    ]
    expect(bestOffer(offers, now)).toMatchObject({
      unitMinor: 8_000,
      stock: { status: 'in_stock', orderable: true },
    })
    expect(bestOffer(offers.slice(0, 1), now)).toMatchObject({
      unitMinor: 5_000,
      stock: { status: 'out_of_stock' },
    })
    expect(bestOffer([], now)).toBeNull()
  })
})
