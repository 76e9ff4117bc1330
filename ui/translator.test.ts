import { expect, it } from 'vitest'
import { fallbackText } from './translator.ts'

it('[ENTITY-42] a missing text shows the plain words of its key, never an empty string', () => {
  expect(fallbackText('cart.empty_cart')).toBe('empty cart')
  expect(fallbackText('title')).toBe('title')
})
