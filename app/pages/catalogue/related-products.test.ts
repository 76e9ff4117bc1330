import { expect, it } from 'vitest'
import { relatedProducts } from './related-products.ts'
import { someCard, someDetails } from './product-fixture.test-support.ts'

it('a related product with a cross-selling price is listed once, at that price', () => {
  const [cheaper, other] = [someCard({ id: 1, cross_selling_price: 39 }), someCard({ id: 2 })]
  const lists = {
    accessories: [cheaper, other],
    related: [other],
    recommended: [cheaper],
    spare_parts: [],
    bought_together: [cheaper, other],
  }
  const shown = relatedProducts(someDetails({ ...lists, cross_selling: [cheaper, other] }))
  expect(shown).toEqual({
    cross_selling: [cheaper, other],
    accessories: [other],
    related: [other],
    recommended: [],
    spare_parts: [],
    bought_together: [other],
  })
})
