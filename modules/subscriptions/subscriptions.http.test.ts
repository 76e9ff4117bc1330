import { expect, it } from 'vitest'
import type { ProductDetails } from '../../contract/catalogue.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { baseUrl } from '../../test/base-url.ts'
import { ask, askApi, posting } from '../../test/http/shop-client.ts'

/** The demo catalogue gives this product intervals. */
const sku = 'VO-AA-8'

it.each(storeCodes)(
  '[SUBS-01] a product of %s offers its intervals, with the price they promise',
  async (store) => {
    const cart = posting({ items: [{ sku, quantity: 1 }] })
    const [line] = (await askApi<{ slug: string }[]>(baseUrl(), store, 'sync-cart', {}, cart)).json
    const { json } = await askApi<ProductDetails>(baseUrl(), store, `products/${line!.slug}`)
    expect(json.subscription_intervals).toEqual(['1 month', '3 months', '6 months'])
    const page = (await ask(baseUrl(), `/${store}/artiklar/${json.slug}.html`)).text
    expect(page.match(/name="interval"/g)).toHaveLength(4)
  },
)
