import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { links } from '../../app/links.ts'
import type { ProductCard, ProductDetails } from '../../contract/catalogue.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/embedded-postgres/embedded-postgres.ts'
import { baseUrl, serverDataDir } from '../base-url.ts'
import { demo } from '../shopper.ts'
import { ask, askApi } from './shop-client.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
let postgres: EmbeddedPostgres
let client: pg.Client
let product: ProductCard

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir: serverDataDir(), log })
  client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  // Other files that run beside this one compare the names of the first products.
  const { json } = await askApi<{ products: ProductCard[] }>(baseUrl(), 'no', 'products', {
    query: demo.dear,
  })
  product = json.products.find(({ sku }) => sku === demo.dear)!
})

afterAll(async () => {
  await client.end()
  await postgres.stop()
})

const page = async (path: string) => (await ask(baseUrl(), path)).text
/** A stored page is served for an hour if no change is reported. Without other work a change takes less than a second. */
const within = { timeout: 20_000, interval: 25 }

describe('a change in the database', () => {
  it('of a name is visible on the product page, in its listings and in the API at once', async () => {
    const path = links.product('no', product.slug)
    const listing = links.category('no', product.categories.find(({ main }) => main)!.path)
    for (const address of [path, listing]) expect(await page(address)).not.toContain('Nytt navn 4711')
    const rename = 'update store_product set name = $1 where store = $2 and product_id = $3'
    await client.query(rename, ['Nytt navn 4711', 'no', product.id])
    for (const address of [path, listing])
      await expect.poll(() => page(address), within).toContain('Nytt navn 4711')
    const { json } = await askApi<ProductDetails>(baseUrl(), 'no', `products/${product.slug}`)
    expect(json.name).toBe('Nytt navn 4711')
    await client.query(rename, [product.name, 'no', product.id])
    await expect.poll(() => page(path), within).not.toContain('Nytt navn 4711')
  })

  it('of a store message is visible on every page of the store at once', async () => {
    const paths = ['/no', links.product('no', product.slug)]
    for (const path of paths) await page(path)
    const { rows } = await client.query<{ content: string }>(
      "select content from widget where store = 'no' and slug = 'store-message-footer'",
    )
    const change = "update widget set content = $1 where store = 'no' and slug = 'store-message-footer'"
    await client.query(change, ['Vi flytter lageret på fredag formiddag.'])
    for (const path of paths) await expect.poll(() => page(path), within).toContain('Vi flytter lageret')
    await client.query(change, [rows[0]?.content])
    for (const path of paths) await expect.poll(() => page(path), within).not.toContain('Vi flytter lageret')
  })
})
