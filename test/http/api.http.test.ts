import { describe, expect, it } from 'vitest'
import type { CategoryNode } from '../../contract/catalogue.ts'
import type { ProductCard, ProductDetails } from '../../contract/catalogue.ts'
import { widgetSlugs } from '../../domain/content/content.ts'
import { storeCodes, storePolicies, stores } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { ask, askApi, posting, someCategory, someProduct } from './shop-client.ts'

interface Listing {
  products: ProductCard[]
  categories: { slug: string; uri: string; hierarchy: string[] }[]
}

const amount = expect.toSatisfy((value: unknown) =>
  Number.isInteger(Math.round((value as number) * 1e6) / 1e4),
)
const tier = { p: amount, q: expect.any(Number), o: expect.toBeOneOf([null, amount]), d: expect.any(Number) }
const textOrNull = expect.toBeOneOf([null, expect.any(String)])

describe('every call', () => {
  it('[API-01] names its store and that store’s id, or is rejected with a message', async () => {
    for (const query of [
      '',
      'locale=sv',
      'sid=7',
      'locale=sv&sid=8',
      'locale=fi&sid=7',
      'locale=sv&locale=no&sid=7',
    ]) {
      const { status, text } = await ask(baseUrl(), `/api/strings?${query}`)
      expect([query, status]).toEqual([query, 400])
      expect(JSON.parse(text)).toEqual({ message: expect.stringMatching(/locale|sid/) })
    }
    for (const store of storeCodes)
      expect((await ask(baseUrl(), `/api/strings?locale=${store}&sid=${stores[store].storeId}`)).status).toBe(
        200,
      )
  })

  it('[API-03] responds with JSON, errors as {message, errors?}', async () => {
    const cases: [string, Parameters<typeof ask>[2], number][] = [
      ['/api/no-such-call', {}, 404],
      ['/api/products/no-such-product?locale=sv&sid=7', {}, 404],
      ['/api/product-categories?locale=sv&sid=7&v=1', {}, 400],
      ['/api/products?locale=sv&sid=7&category=a&page=0', {}, 400],
      [
        '/api/sync-cart?locale=sv&sid=7',
        { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
        400,
      ],
      [
        '/api/sync-cart?locale=sv&sid=7',
        { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } },
        415,
      ],
      ['/api/sync-cart?locale=sv&sid=7', posting({ items: 'none' }), 422],
      ['/api/sync-cart?locale=sv&sid=7', posting({ items: 'x'.repeat(1024 * 1024) }), 413],
    ]
    for (const [path, options, status] of cases) {
      const answer = await ask(baseUrl(), path, options)
      expect([path, answer.status]).toEqual([path, status])
      expect(answer.headers['content-type']).toContain('application/json')
      const body = JSON.parse(answer.text) as { message: string; errors?: object }
      expect(body.message).not.toBe('')
      expect(Object.keys(body).filter((key) => !['message', 'errors'].includes(key))).toEqual([])
      if (status === 422) expect(body.errors).toEqual({ items: expect.any(String) })
    }
  })

  it('is described by the shop itself', async () => {
    const { text } = await ask(baseUrl(), '/api/openapi.json')
    const description = JSON.parse(text) as { openapi: string; paths: Record<string, object> }
    expect(description.openapi).toMatch(/^3\./)
    for (const path of [
      '/api/products',
      '/api/products/{slug}',
      '/api/sync-cart',
      '/api/strings',
      '/api/checkout',
    ])
      expect(Object.keys(description.paths)).toContain(path)
  })
})

describe.each(storeCodes)('the catalogue of the %s store', (store) => {
  const listing = (query: Record<string, string>) => askApi<Listing>(baseUrl(), store, 'products', query)

  it('[API-06] [ENTITY-18] [ENTITY-19] finds products and categories and counts the hits', async () => {
    const { headers, json } = await listing({ query: 'batteri', nc: 'true', co: 'true' })
    expect(Number(headers['x-be-records'])).toBeGreaterThanOrEqual(json.products.length)
    expect(json.products.length).toBeGreaterThan(0)
    for (const product of json.products) {
      expect(product).toMatchObject({
        id: expect.any(Number),
        sku: expect.any(String),
        name: expect.any(String),
        slug: expect.any(String),
        prefix: textOrNull,
        metadata: { decoration: textOrNull },
        orderable: expect.any(Boolean),
        notifyable: expect.any(Boolean),
        stock_status: expect.any(String),
        estimated_at: textOrNull,
        discount_category: textOrNull,
        vat: storePolicies[store].vatRateBasisPoints / 100,
      })
      expect(product.variations).toBeInstanceOf(Array)
      expect('group_id' in product && 'score' in product && 'thumb' in product).toBe(true)
      expect(product.prices.n).toEqual(expect.arrayContaining([tier]))
      expect(product.categories.filter(({ main }) => main)).toHaveLength(1)
    }
    expect(json.categories.length).toBeGreaterThan(0)
    for (const { slug, uri, hierarchy } of json.categories) {
      expect(uri.endsWith(`/${slug}/index.html`)).toBe(true)
      expect(hierarchy.length).toBeGreaterThan(0)
      expect((await ask(baseUrl(), uri)).status).toBe(200)
    }
    expect((await listing({ query: 'qzxqzxqzx' })).headers['x-be-records']).toBe('0')
  })

  it('[API-07] lists a category, a brand or a tag, page by page and in the requested order', async () => {
    const { path, count } = await someCategory(baseUrl(), store, 30)
    const first = await listing({ category: path, sort: 'price_asc' })
    const second = await listing({ category: path, sort: 'price_asc', page: '2' })
    expect(Number(first.headers['x-be-records'])).toBe(count)
    expect(first.json.products).toHaveLength(24)
    const ids = (answer: typeof first) => answer.json.products.map(({ id }) => id)
    expect(ids(first).filter((id) => ids(second).includes(id))).toEqual([])
    const shown = ({ prices }: ProductCard) => (prices.c[0] ?? prices.n[0])?.p ?? 0
    const prices = first.json.products.filter(({ orderable }) => orderable).map(shown)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    const { brand } = await someProduct(baseUrl(), store)
    const branded = await listing({ brand: brand!.slug })
    expect(new Set(branded.json.products.map((product) => product.brand?.slug))).toEqual(
      new Set([brand!.slug]),
    )
    for (const scope of ['category', 'brand', 'tag'])
      expect((await listing({ [scope]: 'no-such-thing' })).status).toBe(404)
  })

  it('[API-07] [ENTITY-11] [ENTITY-17] returns all details of one product, pictures in their order', async () => {
    const card = await someProduct(baseUrl(), store)
    const { json } = await askApi<ProductDetails>(baseUrl(), store, `products/${card.slug}`)
    expect(json).toMatchObject({ id: card.id, sku: card.sku, name: card.name, prices: card.prices, type: 1 })
    expect(json.thumb).toEqual(
      expect.objectContaining({
        url: expect.any(String),
        width: expect.any(Number),
        height: expect.any(Number),
      }),
    )
    expect((await ask(baseUrl(), json.thumb!.url)).headers['content-type']).toMatch(/^image\//)
    for (const images of Object.values(json.images)) {
      const order = images.map(({ sort_order }) => sort_order)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  })

  it('[API-23] [ENTITY-21] [ENTITY-22] has a category tree; the menu leaves hidden categories out', async () => {
    const tree = async (query: Record<string, string>) =>
      (await askApi<CategoryNode[]>(baseUrl(), store, 'product-categories', { v: '2', ...query })).json
    const flat = (nodes: CategoryNode[]): CategoryNode[] =>
      nodes.flatMap((node) => [node, ...flat(node.children)])
    const [all, menu] = [flat(await tree({})), flat(await tree({ main_menu: 'true' }))]
    expect(menu.length).toBeGreaterThan(30)
    expect(all.length).toBeGreaterThanOrEqual(menu.length)
    for (const node of all) {
      expect(node).toMatchObject({
        id: expect.any(Number),
        slug: expect.any(String),
        name: expect.any(String),
      })
      expect(node.has_children).toBe(node.children.length > 0)
      expect(node.path.endsWith(node.slug)).toBe(true)
      expect(node.metadata).toEqual({ icon: textOrNull })
    }
  })

  it('[API-21] returns which products are in which category', async () => {
    const product = await someProduct(baseUrl(), store)
    const [category] = product.categories
    const answer = await askApi<Record<string, number[]>>(
      baseUrl(),
      store,
      'category-children',
      {},
      posting({ productIDs: [product.id, 999_999_999], Categories: [category!.id, 999_999_999] }),
    )
    expect(answer.status).toBe(200)
    expect(Object.values(answer.json)).toEqual([[product.id]])
  })
})

describe.each(storeCodes)('the content of the %s store', (store) => {
  const get = <T>(path: string, query: Record<string, string> = {}) =>
    askApi<T>(baseUrl(), store, path, query)

  it('[API-26] [ENTITY-42] its strings, a flat map of key to text in its own language', async () => {
    const { json } = await get<Record<string, string>>('strings')
    const swedish = (await askApi<Record<string, string>>(baseUrl(), 'sv', 'strings')).json
    expect(Object.keys(json).sort()).toEqual(Object.keys(swedish).sort())
    expect(Object.values(json).every((text) => typeof text === 'string' && text !== '')).toBe(true)
    if (store !== 'sv') expect(json['menu.label']).not.toBe(undefined)
    const same = Object.keys(json).filter((key) => json[key] === swedish[key]).length
    expect(same / Object.keys(json).length).toBeLessThan(store === 'sv' ? 1.1 : 0.5)
  })

  it('[API-10] [ENTITY-35] its deal, whose timestamps agree in both formats', async () => {
    const { json } = await get<Record<string, unknown>>('current-deal')
    expect(json).toEqual({
      title: expect.any(String),
      product_name: expect.any(String),
      product_slug: expect.any(String),
      discount: expect.any(Number),
      starts_at: expect.any(String),
      expires_at: expect.any(String),
    })
    expect(Date.parse(String(json['expires_at']))).toBeGreaterThan(Date.parse(String(json['starts_at'])))
    expect((await get(`products/${String(json['product_slug'])}`)).status).toBe(200)
  })

  it('[API-11] [ENTITY-35] when parcels leave next', async () => {
    const { json } = await get<{ next_delivery: string }>('next-delivery')
    expect(Object.keys(json)).toEqual(['next_delivery'])
    expect(Date.parse(json.next_delivery)).toBeGreaterThan(Date.now() - 60_000)
  })

  it('[API-24] the six blocks of its layout', async () => {
    for (const slug of widgetSlugs) {
      const { status, json } = await get<{ content: string; hidden: boolean }>(`widget-by-slug/${slug}`)
      expect([slug, status]).toEqual([slug, 200])
      expect(json).toEqual({ content: expect.any(String), hidden: expect.any(Boolean) })
    }
    expect((await get('widget-by-slug/no-such-block')).status).toBe(400)
  })

  it('[API-08] [ENTITY-20] hints for a search', async () => {
    const terms = { sv: 'hörapparat', no: 'høreapparat', de: 'hörgerät', da: 'høreapparat' }
    const { json } = await get<Record<string, unknown>[]>('search-triggers', { query: terms[store] })
    expect(json.length).toBeGreaterThan(0)
    for (const hint of json)
      expect(hint).toEqual({
        id: expect.any(Number),
        hint: expect.any(String),
        url: expect.any(String),
        url_title: expect.any(String),
        redirect: false,
      })
    expect((await get('search-triggers', { query: 'qzxqzx' })).json).toEqual([])
  })
})

describe('a synced cart', () => {
  it('[API-18] has the shop’s lines and whether a staff member asked', async () => {
    const product = await someProduct(baseUrl(), 'sv')
    const uuid = '11111111-1111-4111-8111-111111111111'
    const items = [{ uuid, product_id: product.id, sku: product.sku, quantity: 2, price: 1 }]
    const { status, headers, json } = await askApi<Record<string, unknown>[]>(
      baseUrl(),
      'sv',
      'sync-cart',
      {},
      posting({ items, coupons: [], checkout_order_id: null }),
    )
    expect(status).toBe(200)
    expect(headers['x-be-internal']).toBe('0')
    expect(headers['cache-control']).toBe('no-store')
    const price = (product.prices.c[0] ?? product.prices.n[0])!.p
    expect(json).toMatchObject([{ uuid, product_id: product.id, sku: product.sku, quantity: 2, price }])
  })
})

describe('a fault in a browser', () => {
  const report = {
    error: 'x is undefined',
    level: 'error',
    stack: 'at a',
    userAgent: 'test',
    url: 'http://a/sv?token=1',
  }

  it('[API-28] is logged with 204 and an empty response', async () => {
    const { status, bytes } = await ask(baseUrl(), '/captuerr', posting(report))
    expect([status, bytes.length]).toEqual([204, 0])
    expect(
      (await ask(baseUrl(), '/captuerr', posting({ ...report, stack: null, userAgent: null }))).status,
    ).toBe(204)
  })

  it('[API-28] is rejected if it is malformed', async () => {
    expect((await ask(baseUrl(), '/captuerr', posting({}))).status).toBe(422)
    expect(
      (await ask(baseUrl(), '/captuerr', posting({ ...report, error: 'x'.repeat(100_000) }))).status,
    ).toBe(413)
    expect((await ask(baseUrl(), '/captuerr')).status).toBe(404)
  })
})
