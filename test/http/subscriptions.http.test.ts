import { expect, it } from 'vitest'
import type { ProductDetails } from '../../contract/catalogue.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { ask, askApi, posting } from './shop-client.ts'

/** The demo catalogue gives this product intervals. */
const sku = 'EL-AA-8'

it.each(storeCodes)('no product of %s offers an interval, as long as orders do not recur', async (store) => {
  const cart = posting({ items: [{ sku, quantity: 1 }] })
  const [line] = (await askApi<{ slug: string }[]>(baseUrl(), store, 'sync-cart', {}, cart)).json
  const { json } = await askApi<ProductDetails>(baseUrl(), store, `products/${line!.slug}`)
  expect(json.subscription_intervals).toEqual([])
  const page = (await ask(baseUrl(), `/${store}/artiklar/${json.slug}.html`)).text
  expect(page).not.toContain('name="interval"')
})
