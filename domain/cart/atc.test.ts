import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longestAtc, mostAtcEntries, readAtc } from './atc.ts'
import { maximumQuantity } from './cart-quantity.ts'

describe('a link that fills the cart', () => {
  it('[QUERY-05] names skus and quantities', () => {
    expect(readAtc('QUJDMTIzOjI7WFlaOTox')).toEqual([
      { sku: 'ABC123', quantity: 2 },
      { sku: 'XYZ9', quantity: 1 },
    ])
  })

  it('[QUERY-07] drops its malformed, empty and below-1 entries only', () => {
    expect(readAtc(btoa('ABC123:2;;BAD;XYZ9:0;Q1:3'))).toEqual([
      { sku: 'ABC123', quantity: 2 },
      { sku: 'Q1', quantity: 3 },
    ])
    expect(readAtc(btoa('A:-1;B:1.5;C:x;:4;D:'))).toEqual([])
  })

  it('[QUERY-07] that cannot be decoded names nothing', () => {
    for (const text of ['%%%', '', '=', 'ö', btoa('\xff\xfe:1'), btoa('A\0B:1')])
      expect(readAtc(text)).toEqual([])
  })

  it('may omit the padding, and may have its plus decoded to a space', () => {
    expect(readAtc('QToxMg')).toEqual([{ sku: 'A', quantity: 12 }])
    const base64 = btoa('>>>~:1')
    expect(base64).toContain('+')
    expect(readAtc(base64.replaceAll('+', ' '))).toEqual([{ sku: '>>>~', quantity: 1 }])
  })

  it('keeps a colon within a sku and adds up a sku named twice', () => {
    expect(readAtc(btoa('A:B:2;C:1;C:4'))).toEqual([
      { sku: 'A:B', quantity: 2 },
      { sku: 'C', quantity: 5 },
    ])
  })

  it('is read up to a limit of length, entries and quantity', () => {
    expect(readAtc(btoa('A:1;'.repeat(longestAtc)))).toEqual([])
    const many = Array.from({ length: mostAtcEntries + 50 }, (_, index) => `S${index}:1`).join(';')
    expect(readAtc(btoa(many))).toHaveLength(mostAtcEntries)
    expect(readAtc(btoa('A:999999'))).toEqual([{ sku: 'A', quantity: maximumQuantity }])
  })

  it('never throws, whatever its content', () => {
    fc.assert(
      fc.property(fc.base64String({ maxLength: 200 }), (text) => {
        const unusable = readAtc(text).filter(
          ({ sku, quantity }) => sku === '' || !Number.isInteger(quantity) || quantity < 1,
        )
        expect(unusable).toEqual([])
      }),
    )
  })
})
