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
  return { row: 2, line: 2, bytes: 1, feed: read.feed }
}

it('shows the first ten new products, choices of one together with their lowest and highest price', () => {
  const products = createNewProducts()
  products.add(
    rowOf({ id: '1', title: 'Shirt, M', price: '199.00 SEK', product_type: 'Clothes > Shirts' }, 'M'),
  )
  products.add(rowOf({ id: '2', title: 'Lamp', price: '99.00 SEK', image_link: 'https://a.example/1.jpg' }))
  products.add(rowOf({ id: '3', title: 'Shirt, L', price: '249.00 SEK' }, 'L'))
  products.add(rowOf({ id: '4', title: 'Cable', price: '9.00 SEK' }))
  for (let at = 5; at <= 12; at += 1)
    products.add(rowOf({ id: String(at), title: `Lamp ${at}`, price: '1.00 SEK' }))
  products.add(rowOf({ id: '20', title: 'Shirt, S', price: '149.00 SEK' }, 'S'))
  const [shirt, ...others] = products.first()
  expect(others).toHaveLength(9)
  expect([shirt, ...others.slice(0, 2)]).toEqual([
    {
      sku: '1',
      name: 'Shirt',
      brand: null,
      description: '',
      salePriceMinor: null,
      availability: 'in_stock',
      pictures: [],
      choiceGroups: [{ name: 'Size', values: ['M', 'L', 'S'] }],
      facts: [],
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

it('has what the page of a product would show', () => {
  const products = createNewProducts()
  products.add(
    rowOf({
      id: '1',
      title: 'Lamp',
      price: '99.00 SEK',
      sale_price: '79.00 SEK',
      brand: 'Lux',
      description: '<p>One</p><script>alert(1)</script><p>Two &amp; three</p>',
      availability: 'backorder',
      availability_date: '2026-12-24',
      image_link: 'https://a.example/1.jpg',
      additional_image_link: 'https://a.example/2.jpg,https://a.example/3.jpg',
      gtin: '4006381333931',
      shipping_weight: '1.5 kg',
    }),
  )
  expect(products.first()[0]).toMatchObject({
    brand: 'Lux',
    description: expect.stringMatching(/^One\s+Two & three$/),
    salePriceMinor: 7900,
    availability: 'backorder',
    pictures: ['https://a.example/1.jpg', 'https://a.example/2.jpg', 'https://a.example/3.jpg'],
    facts: [
      { column: 'gtin', value: '4006381333931' },
      { column: 'shipping_weight', value: '1500 g' },
    ],
  })
})
