import { expect, it } from 'vitest'
import { stores } from '../../../domain/stores/stores.ts'
import { someCard, someDetails } from '../../../app/pages/catalogue/product-fixture.test-support.ts'
import { productData } from '../../../app/pages/catalogue/product-data.ts'
import { returnDays } from '../return.ts'

it('the offer of a product and of each variant says in structured data how long goods may be returned', () => {
  const place = { store: stores.sv, publicUrl: 'https://anode.example' }
  const policy = { merchantReturnDays: returnDays, applicableCountry: 'SE' }
  expect(productData(place, someDetails(), null)).toMatchObject({
    offers: { hasMerchantReturnPolicy: policy },
  })
  const choices = [{ ...someCard({ sku: 'VO-AA-8', slug: 'aa-8-pack' }), choice: { pack: '8' } }]
  const parent = someDetails({ choices, variation_attribute_names: { pack: 'Antal' } })
  expect(productData(place, parent, null)).toMatchObject({
    hasVariant: [{ offers: { hasMerchantReturnPolicy: policy } }],
  })
})
