import { expect, it } from 'vitest'
import { checkLine, checkOrderAmounts, taxOf } from './check-amounts.ts'

const line = (totalAmount: number, totalTaxAmount: number, rate = 2500) => ({
  name: 'Battery 12V',
  quantity: 1,
  unit_price: totalAmount,
  tax_rate: rate,
  total_amount: totalAmount,
  total_tax_amount: totalTaxAmount,
})

it('computes the tax in an amount', () => {
  expect(taxOf(1000, 1900)).toBe(160)
  expect(taxOf(9900, 1900)).toBe(1581)
  expect(taxOf(-14950, 2500)).toBe(-2990)
  expect(taxOf(8800, 2500)).toBe(1760)
  expect(taxOf(0, 2500)).toBe(0)
})

it('accepts a tax within 1 of the computed one and refuses whole kronor', () => {
  expect(checkLine(line(8800, 1760), 0)).toEqual([])
  expect(checkLine(line(8800, 1761), 0)).toEqual([])
  expect(checkLine(line(8800, 1759), 0)).toEqual([])
  expect(checkLine(line(8800, 1800), 0)).toEqual([
    'order_lines[0].total_tax_amount differs from the calculated value [1760] by more than [1]',
  ])
  expect(checkLine(line(-14950, -2980), 2)).toEqual([
    'order_lines[2].total_tax_amount differs from the calculated value [-2990] by more than [1]',
  ])
})

it('refuses a line whose total is not quantity times price less discount', () => {
  const discounted = {
    ...line(24900, 4980),
    quantity: 2,
    unit_price: 12500,
    total_discount_amount: 100,
  }
  expect(checkLine(discounted, 0)).toEqual([])
  expect(checkLine({ ...discounted, total_discount_amount: 0 }, 0)).toEqual([
    'Bad value: order_lines[0].total_amount',
  ])
})

it('refuses totals that are not the sums of the lines', () => {
  const lines = [line(24900, 4980), line(4900, 980)]
  expect(checkOrderAmounts({ order_amount: 29800, order_tax_amount: 5960, order_lines: lines })).toEqual([])
  expect(checkOrderAmounts({ order_amount: 29801, order_tax_amount: 5961, order_lines: lines })).toEqual([
    'Bad value: order_amount',
    'Bad value: order_tax_amount',
  ])
})
