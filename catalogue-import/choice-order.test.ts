import { expect, it } from 'vitest'
import { compareChoices } from './choice-order.ts'

it.each([
  [['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL']],
  [['2 stk', '5 stk', '10 stk']],
  [['1,25 m', '1,5 m', '2 m', '10 m']],
  [['S', 'L', '38', '40', 'One size']],
  [['Blå', 'Röd', 'Svart']],
])('orders %j as people read it', (values) => {
  expect(values.toReversed().toSorted(compareChoices)).toEqual(values)
  expect(values.toSorted(compareChoices)).toEqual(values)
})
