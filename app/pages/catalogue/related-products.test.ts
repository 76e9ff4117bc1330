import { expect, it } from 'vitest'
import type { ProductCard as Card } from '../../../contract/catalogue.ts'
import { relatedProducts } from './related-products.ts'
import { someCard, someDetails } from './product-fixture.test-support.ts'

it('a related product is listed once: at its cross-selling price, or in the first list of the page', () => {
  const cards = [1, 2, 3, 4].map((id) => someCard({ id, cross_selling_price: id === 1 ? 39 : null }))
  const [cheaper, together, accessory, other] = cards as [Card, Card, Card, Card]
  const lists = {
    cross_selling: [cheaper],
    bought_together: [cheaper, together],
    accessories: [together, accessory],
    related: [accessory, other],
    recommended: cards,
    spare_parts: [other],
  }
  expect(relatedProducts(someDetails(lists))).toEqual({
    cross_selling: [cheaper],
    bought_together: [together],
    accessories: [accessory],
    related: [other],
    recommended: [],
    spare_parts: [],
  })
})
