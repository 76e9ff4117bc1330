import { expect, it } from 'vitest'
import { categoryValues, deepestOf } from './category-paths.ts'

it('further categories are those that are neither the main one nor above another one', () => {
  const paths = [['Gear'], ['Gear', 'Bags'], ['Sale'], ['Gearbox'], ['Sale'], ['New', '10 | 20']]
  expect(categoryValues(deepestOf(paths), paths)).toEqual({
    product_type: 'Gear > Bags',
    further_categories: String.raw`Sale | Gearbox | New > 10 \| 20`,
  })
  expect(categoryValues(['Sale'], paths.slice(0, 2))).toEqual({
    product_type: 'Sale',
    further_categories: 'Gear > Bags',
  })
  expect(categoryValues(deepestOf([]), [])).toEqual({ product_type: '' })
})
