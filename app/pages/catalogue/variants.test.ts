import { expect, it } from 'vitest'
import type { ProductVariation } from '../../../contract/catalogue.ts'
import { matchingDevices } from './fits-list.tsx'
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
