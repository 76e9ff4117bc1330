import { describe, expect, it } from 'vitest'
import type { ProductRecord, StoreProductRecord } from '../domain/catalogue/catalogue-record.ts'
import { roundRecord } from './record-prices.ts'

const section = (prices: Partial<StoreProductRecord>): StoreProductRecord => ({
  name: 'Battery',
  slug: 'battery',
  description: '',
  vatPercent: 25,
  prices: [{ q: 1, p: 49 }],
  stock: { available: 1 },
  ...prices,
})

const record = (stores: ProductRecord['stores']): ProductRecord => ({
  record: 'product',
  type: 'standard',
  sku: 'A-1',
  categories: [],
  stores,
})

describe('the prices of a record', () => {
  it('are in the digits of each currency, and those that were rounded are named', () => {
    const given = {
      prices: [
        { q: 1, p: 12.9 },
        { q: 10, p: 11.6 },
      ],
      campaign: { tiers: [{ q: 1, p: 9.9, o: 12.9 }] },
      crossSellingPrice: 8.5,
    }
    const answer = roundRecord(record({ sv: section(given), de: section(given) }), ['sv', 'de'])
    expect(answer).toMatchObject({
      ok: true,
      record: {
        stores: {
          sv: {
            prices: [
              { q: 1, p: 13 },
              { q: 10, p: 12 },
            ],
            campaign: { tiers: [{ q: 1, p: 10, o: 13 }] },
            crossSellingPrice: 9,
          },
          de: given,
        },
      },
      rounded: [
        {
          code: 'rounded_price',
          column: 'stores.sv.prices',
          detail: { values: { prices: '12.90 → 13 kr, 11.60 → 12 kr' } },
        },
        { column: 'stores.sv.campaign', detail: { values: { prices: '9.90 → 10 kr' } } },
        { column: 'stores.sv.crossSellingPrice', detail: { values: { prices: '8.50 → 9 kr' } } },
      ],
    })
  })

  it('are refused where one becomes nothing, or the campaign is no longer lower', () => {
    const problemOf = (prices: Partial<StoreProductRecord>) => {
      const answer = roundRecord(record({ sv: section(prices) }), ['sv'])
      return answer.ok ? null : [answer.problem.code, answer.problem.column]
    }
    expect(problemOf({ prices: [{ q: 1, p: 0.45 }] })).toEqual(['rounds_to_nothing', 'stores.sv.prices'])
    expect(problemOf({ crossSellingPrice: 0.3 })).toEqual([
      'rounds_to_nothing',
      'stores.sv.crossSellingPrice',
    ])
    expect(problemOf({ campaign: { tiers: [{ q: 1, p: 0.3, o: 49 }] } })).toEqual([
      'rounds_to_nothing',
      'stores.sv.campaign',
    ])
    const notLower = ['sale_price_not_lower', 'stores.sv.campaign']
    expect(
      problemOf({ prices: [{ q: 1, p: 12.9 }], campaign: { tiers: [{ q: 1, p: 12.6, o: 12.9 }] } }),
    ).toEqual(notLower)
    expect(
      problemOf({ prices: [{ q: 1, p: 15 }], campaign: { tiers: [{ q: 1, p: 12.6, o: 12.9 }] } }),
    ).toEqual(notLower)
  })

  it('of stores that the import leaves out are not looked at', () => {
    const given = record({ sv: section({ prices: [{ q: 1, p: 0.45 }] }), no: section({}) })
    expect(roundRecord(given, ['no'])).toEqual({ ok: true, record: given, rounded: [] })
  })
})
