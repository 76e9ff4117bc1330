import { expect, it } from 'vitest'
import { canQuickAdd } from './use-add-to-cart.ts'

it('[VALID-02] quick add is refused with variations, and with attributes that vary', () => {
  expect(canQuickAdd({ variations: [2], variation_attributes: [] })).toBe(false)
  expect(canQuickAdd({ variations: [], variation_attributes: ['colour'] })).toBe(false)
  expect(canQuickAdd({ variations: [], variation_attributes: [] })).toBe(true)
})
