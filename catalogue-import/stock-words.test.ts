import { expect, it } from 'vitest'
import { readStockWord } from './stock-words.ts'

it.each([
  ['I lager', 'in_stock'],
  ['på lager', 'in_stock'],
  ['Sofort lieferbar', 'in_stock'],
  ['In Stock', 'in_stock'],
  ['JA', 'in_stock'],
  ['Ej i lager', 'out_of_stock'],
  ['Slut i lager!', 'out_of_stock'],
  ['Udsolgt', 'out_of_stock'],
  ['nicht auf Lager', 'out_of_stock'],
  ['pre-order', 'preorder'],
  ['kanske', null],
  ['', null],
])('%j is %s', (text, expected) => {
  expect(readStockWord(text)).toBe(expected)
})
