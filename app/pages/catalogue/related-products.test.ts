import { expect, it } from 'vitest'
import { fittingSize, relatedProducts } from './related-products.ts'
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

it('says why products are listed beside another only where all their sizes say so', () => {
  const size = { code: 'battery_size', name: 'Storlek', value: 'CR2' }
  const volts = { code: 'voltage_v', name: 'Spänning', value: '3 V' }
  const card = (fact: string) => someCard({ metadata: { decoration: null, facts: [fact, '4 st'] } })
  expect(fittingSize({ facts: [size, volts] }, 'related', [card('CR2')])).toEqual({
    reason: 'same_size',
    size: 'CR2',
  })
  expect(fittingSize({ facts: [size, volts] }, 'related', [card('CR2'), card('CR123A')])).toBeNull()
  expect(fittingSize({ facts: [size, volts] }, 'cross_selling', [card('CR2')])).toBeNull()
  expect(fittingSize({ facts: [size] }, 'cross_selling', [card('CR2')])).toEqual({
    reason: 'batteries_for',
    size: 'CR2',
  })
  expect(fittingSize({ facts: [size] }, 'related', [card('CR2')])).toBeNull()
  expect(fittingSize({ facts: [] }, 'related', [card('CR2')])).toBeNull()
})
