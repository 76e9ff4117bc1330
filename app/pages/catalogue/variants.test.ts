import { expect, it } from 'vitest'
import type { ProductVariation } from '../../../contract/catalogue.ts'
import { matchingDevices } from './fits-list.tsx'
import { someDetails } from './product-fixture.test-support.ts'
import { offeredOn } from './offered-variant.ts'
import { variantOptions } from './variants.ts'

const variant = (id: number, choice: Record<string, string>) => ({ id, choice }) as ProductVariation

const cables = [
  variant(1, { colour: 'svart', length: '1 m' }),
  variant(2, { colour: 'svart', length: '2 m' }),
  variant(3, { colour: 'vit', length: '1 m' }),
  variant(4, { colour: 'vit', length: '2 m' }),
]

it('a choice leads to the variant that keeps the other choices', () => {
  const options = variantOptions(cables, 'colour', cables[1]!)
  expect(options.map(({ value, variant: { id }, chosen }) => [value, id, chosen])).toEqual([
    ['svart', 2, true],
    ['vit', 4, false],
  ])
})

it('nothing is chosen on the parent’s page', () => {
  expect(variantOptions(cables, 'length', null).some(({ chosen }) => chosen)).toBe(false)
})

it('the list of devices is searched word by word, case-insensitively', () => {
  const devices = ['Nokia 3310', 'Samsung Galaxy S21', 'Samsung Galaxy A52']
  expect(matchingDevices(devices, 'galaxy s21')).toEqual(['Samsung Galaxy S21'])
  expect(matchingDevices(devices, ' ')).toEqual(devices)
})

const pack = (id: number, p: number, stock: Partial<ProductVariation> = {}) =>
  ({
    ...variant(id, { pack: String(id) }),
    sku: `PACK-${id}`,
    variations: [],
    variation_attributes: [],
    prices: { n: [{ p, q: 1, o: null, d: 0 }], c: [] },
    orderable: true,
    stock_status: 'in_stock',
    ...stock,
  }) as unknown as ProductVariation

const offeredOf = (choices: ProductVariation[]) =>
  offeredOn(someDetails({ sku: 'PARENT', variations: [1] as never, choices })).sku

it('[PAGE-07] the page of a parent offers its cheapest variant in stock', () => {
  const gone = { orderable: false, stock_status: 'out_of_stock' } as const
  const awaited = { stock_status: 'back_order' } as const
  expect(offeredOf([pack(1, 199), pack(2, 49, gone), pack(3, 59, awaited), pack(4, 89)])).toBe('PACK-4')
  expect(offeredOf([pack(1, 199, awaited), pack(2, 49, gone), pack(3, 59, awaited)])).toBe('PACK-3')
  expect(offeredOf([pack(1, 49, gone)])).toBe('PARENT')
  expect(offeredOn(someDetails({ sku: 'SINGLE', choices: [pack(1, 49)] })).sku).toBe('SINGLE')
})
