import { expect, it } from 'vitest'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { createStructure, emptyStructure } from './catalogue-structure.server.ts'
import { facetValueName } from './facet-values.server.ts'

it('names ranges of prices as the store writes its prices', () => {
  const structure = createStructure(emptyStructure)
  const name = (value: string, store: StoreCode) =>
    facetValueName(structure, ['price', value], store).replaceAll(/[\u00A0\u202F]/g, ' ')
  expect(name('0-50', 'sv')).toBe('0–50 kr')
  expect(name('1000-2000', 'sv')).toBe('1 000–2 000 kr')
  expect(name('5000-', 'no')).toBe('Over 5 000 kr')
  expect(name('200-500', 'de')).toBe('200–500 €')
  expect(name('500-', 'de')).toBe('Über 500 €')
  expect(name('5000-', 'da')).toBe('Over 5.000 kr.')
  // As an address may ask for it.
  expect(name('-9.5', 'de')).toBe('0,00–9,50 €')
})
