import { describe, expect, it } from 'vitest'
import { storeCodes, stores } from '../../../domain/stores/stores.ts'
import { someCard, someDetails } from './product-fixture.test-support.ts'
import { productData } from './product-data.ts'

const place = { store: stores.sv, publicUrl: 'https://anode.example' }
type Data = Record<string, unknown> & { offers?: Record<string, unknown> }
const dataOf = (changes: Parameters<typeof someDetails>[0] = {}, endsAt: number | null = null) =>
  productData(place, someDetails(changes), endsAt) as Data

describe('a product in structured data', () => {
  it('is offered at the price shown, VAT included, in the store’s currency', () => {
    expect(dataOf({ gtin: '96385074', mpn: 'LR6', condition: 'used' })).toMatchObject({
      '@type': 'Product',
      '@id': 'https://anode.example/sv/artiklar/aa-4-pack.html',
      sku: 'VO-AA-4',
      gtin: '96385074',
      mpn: 'LR6',
      brand: { name: 'Voltara' },
      description: 'Starkt batteri.',
      offers: {
        price: '49.00',
        priceCurrency: 'SEK',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/UsedCondition',
        shippingDetails: { shippingRate: { value: '29.00', currency: 'SEK' } },
      },
    })
  })

  it('has the end of a campaign’s price, and none without a campaign', () => {
    const end = Date.parse('2026-12-01T00:00:00Z')
    const campaign = { n: [{ p: 49, q: 1, o: null, d: 0 }], c: [{ p: 39, q: 1, o: 49, d: 20 }] }
    expect(dataOf({ prices: campaign }, end).offers).toMatchObject({
      price: '39.00',
      priceValidUntil: '2026-12-01T00:00:00.000Z',
    })
    expect(dataOf().offers).not.toHaveProperty('priceValidUntil')
  })

  it('contains no rating, number, picture or price that the shop does not have', () => {
    const data = dataOf({ score: 4.5, score_count: 0, prices: { n: [], c: [] }, brand: null })
    for (const name of ['aggregateRating', 'gtin', 'mpn', 'brand', 'image', 'offers'])
      expect(data).not.toHaveProperty(name)
    expect(dataOf({ score: 4.5, score_count: 3 })).toMatchObject({
      aggregateRating: { ratingValue: 4.5, ratingCount: 3 },
    })
  })

  it('groups variants under their parent, and a variant names its parent', () => {
    const choices = [{ ...someCard({ sku: 'VO-AA-8', slug: 'aa-8-pack' }), choice: { pack: '8' } }]
    const parent = dataOf({ choices, variation_attribute_names: { pack: 'Antal' } })
    expect(parent).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: 'VO-AA-4',
      variesBy: ['Antal'],
      hasVariant: [
        {
          sku: 'VO-AA-8',
          offers: {
            price: '49.00',
            priceCurrency: 'SEK',
          },
        },
      ],
    })
    expect(parent).not.toHaveProperty('offers')
    const variant = dataOf({ choices, parent: { id: 1, sku: 'VO-AA', name: 'AA', slug: 'aa' } })
    expect(variant).toMatchObject({ '@type': 'Product', isVariantOf: { productGroupID: 'VO-AA' } })
    expect(variant.offers).toBeDefined()
  })

  it('has a shipping method that can carry it', () => {
    const rateOf = (weight_grams: number, excluded_methods: string[]) =>
      dataOf({ shipping: { weight_grams, excluded_methods } }).offers!['shippingDetails']
    const toTheDoorOnly = ['postnord-pickup', 'instabox-locker', 'postnord-letter']
    expect(rateOf(0, [])).toMatchObject({ shippingRate: { value: '29.00' } })
    expect(rateOf(900, toTheDoorOnly)).toMatchObject({ shippingRate: { value: '69.00' } })
    expect(rateOf(40_000, toTheDoorOnly)).toMatchObject({ shippingRate: { value: '99.00' } })
    expect(rateOf(0, [...toTheDoorOnly, 'budbee-home'])).toBeUndefined()
    expect(dataOf({ type: 4 }).offers).not.toHaveProperty('shippingDetails')
  })

  it('has a country and a currency of its own in every store', () => {
    const countries = storeCodes.map((code) => {
      const { offers } = productData({ ...place, store: stores[code] }, someDetails(), null) as Data
      const details = offers!['shippingDetails'] as { shippingDestination: { addressCountry: string } }
      return [offers!['priceCurrency'], details.shippingDestination.addressCountry]
    })
    expect(countries).toEqual([
      ['SEK', 'SE'],
      ['NOK', 'NO'],
      ['EUR', 'DE'],
      ['DKK', 'DK'],
    ])
  })
})
