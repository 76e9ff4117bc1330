import { expect, it } from 'vitest'
import { stores } from '../domain/stores/stores.ts'
import { readFeedRow } from './feed-row.ts'
import { createNewProducts } from './new-products.ts'

const rowOf = (values: Record<string, string>, size?: string) => {
  const title = values['title'] ?? ''
  const variant = size && { group: 'shirt', title: 'Shirt', choices: [{ name: 'Size', value: size }] }
  const read = readFeedRow(
    { availability: 'in_stock', ...values, title, ...(variant && { variant }) },
    stores.sv,
    { isFeed: true },
  )
  if (!read.ok) throw new Error(read.problem.code)
  return { row: 1, line: 2, bytes: 1, feed: read.feed }
}

it('shows the first three new products, choices of one together with their lowest and highest price', () => {
  const products = createNewProducts()
  products.add(
    rowOf({ id: '1', title: 'Shirt, M', price: '199.00 SEK', product_type: 'Clothes > Shirts' }, 'M'),
  )
  products.add(rowOf({ id: '2', title: 'Lamp', price: '99.00 SEK', image_link: 'https://a.example/1.jpg' }))
  products.add(rowOf({ id: '3', title: 'Shirt, L', price: '249.00 SEK' }, 'L'))
  products.add(rowOf({ id: '4', title: 'Cable', price: '9.00 SEK' }))
  products.add(rowOf({ id: '5', title: 'Not shown', price: '1.00 SEK' }))
  products.add(rowOf({ id: '6', title: 'Shirt, S', price: '149.00 SEK' }, 'S'))
  expect(products.first()).toEqual([
    {
      name: 'Shirt',
      priceMinor: 14_900,
      highestMinor: 24_900,
      category: ['Clothes', 'Shirts'],
      choices: ['M', 'L', 'S'],
      choiceCount: 3,
      pictureCount: 0,
    },
    expect.objectContaining({ name: 'Lamp', priceMinor: 9900, highestMinor: null, pictureCount: 1 }),
    expect.objectContaining({ name: 'Cable', choices: [], choiceCount: 0 }),
  ])
})
