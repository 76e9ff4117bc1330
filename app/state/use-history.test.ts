import { expect, it } from 'vitest'
import type { ViewedProduct } from './stored-state.ts'
import { historyLength, withView } from './use-history.ts'

const product = (sku: string): ViewedProduct => ({
  sku,
  name: sku,
  slug: sku,
  thumb: null,
  prices: { n: [], c: [] },
  vat: 25,
})
const seen = (...skus: string[]) =>
  skus.reduce<ViewedProduct[]>((items, sku) => withView(items, product(sku)), []).map(({ sku }) => sku)

it('[HISTORY-01] each product is kept once, newest first', () => {
  expect(seen('A', 'B', 'A')).toEqual(['A', 'B'])
  expect(seen('A', 'B')).toEqual(['B', 'A'])
})

it('[HISTORY-03] twenty are stored; of twenty-one views the oldest is dropped', () => {
  const skus = Array.from({ length: 21 }, (_, number) => `S${number + 1}`)
  expect(historyLength).toBe(20)
  expect(seen(...skus)).toEqual(skus.slice(1).reverse())
})
