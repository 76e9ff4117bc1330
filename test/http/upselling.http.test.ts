import { expect, it } from 'vitest'
import type { CartItem } from '../../contract/cart.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import { baseUrl } from '../base-url.ts'
import { demo } from '../shopper.ts'

const query = 'locale=sv&sid=7'

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(`${baseUrl()}/api/${path}?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as T
}

it('[ENTITY-16] a product says whether something is offered with it, and its price beside another', async () => {
  const [line] = await post<CartItem[]>('sync-cart', {
    items: [{ sku: demo.withUpselling, quantity: 1 }],
    checkout_order_id: null,
  })
  const answer = await fetch(`${baseUrl()}/api/products/${line!.slug}?${query}`)
  const product = (await answer.json()) as ProductCard
  expect(product.has_upselling).toBe(true)
  expect(product).toHaveProperty('cross_selling_price')
  const beside = await post<ProductCard[]>('cross-selling-products', {
    checkout_order_id: null,
    cart: { items: [line] },
  })
  expect(beside.length).toBeGreaterThan(0)
  for (const { has_upselling, cross_selling_price } of beside) {
    expect(has_upselling).toBeTypeOf('boolean')
    expect(cross_selling_price).toBeTypeOf('number')
  }
})
