import { expect, it } from 'vitest'
import { noProductId, toProductId } from './product-id.ts'
import { toSku } from './sku.ts'

it('the id of a product is an integer', () => {
  expect(toProductId(1001)).toBe(1001)
  expect(toProductId(0)).toBe(noProductId)
  for (const id of [1.5, Number.NaN, Infinity]) expect(() => toProductId(id)).toThrow(RangeError)
})

it('an article number is a text that is not empty, kept as it is written', () => {
  expect(toSku('nc-aa4 ')).toBe('nc-aa4 ')
  expect(() => toSku('')).toThrow(RangeError)
})
