import { expect, it } from 'vitest'
import { addOrderRow, readOrderRows } from './read-order-rows.ts'

it('reads what spreadsheets, CSV files and people write', () => {
  const text = '\uFEFFArtikel;Antal\nEL-AA-8;3\r\n"A-1","12"\nB-2\t4\n\nC-3 5\nD-4'
  expect(readOrderRows(text)).toEqual({
    rows: [
      { sku: 'EL-AA-8', quantity: 3 },
      { sku: 'A-1', quantity: 12 },
      { sku: 'B-2', quantity: 4 },
      { sku: 'C-3', quantity: 5 },
      { sku: 'D-4', quantity: 1 },
    ],
    wrongLine: null,
  })
})

it('names the first line with a wrong quantity', () => {
  expect(readOrderRows('A;1\nB;0\nC;1.5')).toEqual({ rows: [{ sku: 'A', quantity: 1 }], wrongLine: 2 })
})

it('adds a chosen article as a row, or one more unit to its row', () => {
  expect(addOrderRow('', 'A-1')).toBe('A-1;1')
  expect(addOrderRow('B-2\t4\n', 'A-1')).toBe('B-2\t4\nA-1;1')
  expect(addOrderRow('B-2\t4\nC-3', 'B-2')).toBe('B-2;5\nC-3')
  expect(addOrderRow('B-2;none', 'B-2')).toBe('B-2;none\nB-2;1')
})
