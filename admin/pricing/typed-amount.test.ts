import { expect, it } from 'vitest'
import { readAmount } from './typed-amount.ts'

it.each([
  ['129', 129],
  ['129,50', 129.5],
  ['129.5', 129.5],
  ['1 299,50 kr', 1299.5],
  ['1.299,50', 1299.5],
  ['1,299.50', 1299.5],
  ['1.299.500', 1_299_500],
  ['€ 9,99', 9.99],
  ['SEK\u00a0129', 129],
  ['1.299', 'ambiguous'],
  ['=1+1', 'amount'],
  ['-5', 'amount'],
  ['12,345', 'ambiguous'],
  ['12,3456', 'amount'],
  ['1,2,3', 'amount'],
  ['<b>9</b>', 'amount'],
  ['', 'amount'],
])('reads the amount %s', (text, expected) => {
  expect(readAmount(text)).toBe(expected)
})
