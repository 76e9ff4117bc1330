import { expect, it } from 'vitest'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { attributeText, type CatalogueStructure } from './catalogue-structure.server.ts'

const noAttributes = { attributes: new Map() } as unknown as CatalogueStructure
const hours = (value: number, store: StoreCode) =>
  attributeText(noAttributes, 'runtime_h', value, store, 'h').replaceAll(/\s/g, ' ')

it('weighs a kilogram and more in kilograms', () => {
  const weight = (grams: number, store: StoreCode) =>
    attributeText(noAttributes, 'weight_g', grams, store, 'g').replaceAll(/\s/g, ' ')
  expect([weight(999, 'sv'), weight(16_000, 'sv'), weight(1250, 'de')]).toEqual(['999 g', '16 kg', '1,25 kg'])
})

it('words hours as each country does, and less than an hour in minutes', () => {
  expect(hours(15_000, 'sv')).toBe('15 000 timmar')
  expect(hours(15_000, 'no')).toBe('15 000 timer')
  expect(hours(15_000, 'da')).toBe('15.000 timer')
  expect(hours(15_000, 'de')).toBe('15.000 Std.')
  expect(hours(1, 'sv')).toBe('1 timme')
  expect(hours(0.1, 'no')).toBe('6 min')
})
