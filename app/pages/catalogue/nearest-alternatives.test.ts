import { expect, it } from 'vitest'
import type { ProductCard, ProductDetails } from '../../../contract/catalogue.ts'
import { nearestAlternatives } from './nearest-alternatives.ts'
import { someCard, someDetails } from './product-fixture.test-support.ts'

const facts = (...texts: string[]) => ({ decoration: null, facts: texts })
const priced = (p: number) => ({ n: [{ p, q: 1, o: null, d: 0 }], c: [] })
const cell = (sku: string, changes: Partial<ProductCard>) => someCard({ sku, prices: priced(49), ...changes })

const related = [
  cell('AWAITED', { metadata: facts('AA', '4-pack'), stock_status: 'back_order' }),
  cell('OTHER-PACK', { metadata: facts('AA', '20-pack') }),
  cell('DEAR', { metadata: facts('AA', '4-pack'), prices: priced(149) }),
  cell('GONE', { metadata: facts('AA', '4-pack'), orderable: false, stock_status: 'out_of_stock' }),
  cell('SAME', { metadata: facts('AA', '4-pack'), prices: priced(59), stock_status: 'few_left' }),
]
const offered = (changes: Partial<ProductDetails>) =>
  nearestAlternatives(
    someDetails({ metadata: facts('AA', '4-pack'), prices: priced(49), related, ...changes }),
  ).map(({ sku }) => sku)

it('what is out of stock offers the nearest products: in stock, then alike, then at about its price', () => {
  expect(offered({ orderable: false, stock_status: 'out_of_stock' })).toEqual(['SAME', 'DEAR', 'OTHER-PACK'])
})

it('what is awaited offers only what is in stock, and what is in stock or not yet released offers nothing', () => {
  const awaited = offered({ stock_status: 'back_order', related: related.slice(0, 3) })
  expect(awaited).toEqual(['DEAR', 'OTHER-PACK'])
  expect(offered({})).toEqual([])
  expect(offered({ stock_status: 'presale' })).toEqual([])
})
