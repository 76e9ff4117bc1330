import { describe, expect, it } from 'vitest'
import { links } from '../../app/links.ts'
import { orderLinks } from '../../app/order-links.ts'
import type { ProductDetails } from '../../contract/catalogue.ts'
import { servicePages } from '../../domain/stores/paths.ts'
import { storeCodes, stores } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { ask, askApi, follow, someCategory, someProduct } from './shop-client.ts'

const notFound = 'This page could not be found'
const get = (path: string, headers: Record<string, string> = {}) => ask(baseUrl(), path, { headers })

describe('the address without a store', () => {
  it('[ROUTE-02] [CONST-01] [CONST-03] leads to Sweden, whatever language the browser prefers', async () => {
    for (const headers of [{}, { 'accept-language': 'de-DE,de;q=0.9' }] as Record<string, string>[]) {
      const { status, headers: answered } = await get('/', headers)
      expect([status, answered['location']]).toEqual([302, '/sv'])
    }
  })

  it('[ROUTE-02] redirects to the store visited last, parameters kept, and to Sweden if that is not a store', async () => {
    const leads = async (path: string, cookie: string) =>
      (await get(path, { cookie: `i18n_redirected=${cookie}` })).headers['location']
    expect(await leads('/', 'de')).toBe('/de')
    expect(await leads('/?login', 'no')).toBe('/no?login')
    expect((await get('/?login')).headers['location']).toBe('/sv?login')
    for (const cookie of ['fi', '//evil.example', '../sv', '']) expect(await leads('/', cookie)).toBe('/sv')
  })

  it('[CONST-02] is the only one: no page exists outside the four stores', async () => {
    for (const path of ['/fi', '/index.html', '/artiklar/a.html', '/SV', '/checkout', '/my-account']) {
      const { status, text } = await get(path)
      expect(status).toBe(404)
      expect(text).toContain(notFound)
    }
  })
})

describe('an address that names no store', () => {
  const missing = async (path: string, headers: Record<string, string> = {}) => {
    const { status, text, headers: answered } = await get(path, headers)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain(notFound)
    expect(text).toContain('noindex')
    expect(text).toContain('type="search"')
    // Neither the browser nor a proxy keeps it, and the language of a browser chooses no store for later.
    expect(answered['cache-control']).toContain('no-store')
    expect(String(answered['set-cookie'] ?? '')).not.toContain('i18n_redirected')
    return /<html lang="([^"]+)"/.exec(text)?.[1]
  }

  it('[ROUTE-35] [ERROR-04] shows the not-found page of the store visited last, else of the preferred language, else of Sweden', async () => {
    for (const path of ['/rea', '/collections/lampor', '/pages/om-oss', '/checkout', '/artiklar/a.html']) {
      expect(await missing(path)).toBe(stores.sv.iso)
      expect(await missing(path, { 'accept-language': 'de-DE,de;q=0.9,en;q=0.8' })).toBe(stores.de.iso)
      const cookie = 'i18n_redirected=no'
      expect(await missing(path, { cookie, 'accept-language': 'de' })).toBe(stores.no.iso)
      expect(await missing(path, { 'accept-language': 'fi' })).toBe(stores.sv.iso)
    }
    expect(await missing('/rea', { 'user-agent': 'Googlebot/2.1' })).toBe(stores.sv.iso)
    const { text } = await get('/rea')
    const category = await someCategory(baseUrl(), 'sv')
    expect(text).toContain(links.category('sv', category.path.split('/')[0]!))
  })
})

describe.each(storeCodes)('the %s store', (store) => {
  it('[ROUTE-01] [ROUTE-03] [CONST-02] [ENTITY-02] opens in its own language', async () => {
    const { status, text } = await get(links.home(store))
    expect(status).toBe(200)
    expect(text).toMatch(new RegExp(`^<!DOCTYPE html><html lang="${stores[store].iso}"`))
  })

  it('[CONST-04] is remembered for a year in the visitor’s cookie', async () => {
    for (const path of [links.home(store), links.checkout(store), `/${store}/no-such-page-${store}`]) {
      const cookie = String((await get(path)).headers['set-cookie'])
      expect(cookie).toContain(`i18n_redirected=${store};`)
      expect(cookie).toContain(`Max-Age=${365 * 24 * 60 * 60}`)
    }
  })

  it('[ROUTE-14] [ROUTE-15] [ROUTE-16] [ROUTE-17] has search results under its own word', async () => {
    const { status, text } = await get(links.search(store, 'batteri'))
    expect(status).toBe(200)
    expect(text).toContain(`href="/${store}/artiklar/`)
    for (const other of storeCodes.filter((code) => code !== store))
      expect((await get(`/${store}/${stores[other].paths.search}`)).status).toBe(404)
  })

  it('[ROUTE-22] shows a product', async () => {
    const product = await someProduct(baseUrl(), store)
    const { status, text } = await get(links.product(store, product.slug))
    expect(status).toBe(200)
    expect(text).toContain(product.sku)
  })

  it('[ROUTE-23] [ROUTE-24] [ROUTE-25] [ROUTE-26] shows a brand under its own word, with .html everywhere but in Denmark, and not in the other form', async () => {
    const { brand } = await someProduct(baseUrl(), store)
    const { status, text } = await get(links.brand(store, brand!.slug))
    expect(status).toBe(200)
    expect(text).toMatch(new RegExp(`<h1[^>]*>[^<]*${brand!.name}`))
    const otherForm =
      store === 'da' ? `/da/maerke/${brand!.slug}.html` : `/${store}/varumarken/${brand!.slug}`
    expect((await get(otherForm)).status).toBe(404)
  })

  it('[ROUTE-27] [ROUTE-28] [ROUTE-29] [ROUTE-30] shows a tag under its own word', async () => {
    const tag = await someTag(store)
    const { status, text } = await get(links.tag(store, tag.slug))
    expect(status).toBe(200)
    expect(text).toMatch(new RegExp(`<h1[^>]*>[^<]*${tag.name}`))
  })

  it('[ROUTE-32] [ROUTE-33] shows a category of several segments, and its full listing', async () => {
    const { path, name } = await someCategory(baseUrl(), store)
    expect(path).toContain('/')
    for (const address of [links.category(store, path), links.categoryAll(store, path)]) {
      const { status, text } = await get(address)
      expect(status).toBe(200)
      expect(text).toMatch(new RegExp(`<h1[^>]*>[^<]*${name}`))
    }
  })

  it('[ROUTE-35] [ROUTE-38] [PAGE-05] [ERROR-04] responds with 404 and a message to unknown addresses', async () => {
    for (const path of [
      'no-such-page',
      'any/thing',
      'artiklar/no-such-product.html',
      'artiklar/a/b.html',
      'artiklar/no/such/index.html',
      'artiklar/no/such/ALLA/sida.html',
      links.brand(store, 'no-such-brand').slice(4),
      links.tag(store, 'no-such-tag').slice(4),
    ]) {
      const { status, text } = await get(`/${store}/${path}`)
      expect([path, status]).toEqual([path, 404])
      expect(text).toContain(notFound)
      expect(text).toContain(`href="/${store}"`)
      expect(text).toContain('noindex')
    }
  })

  it('[ROUTE-39] [ROUTE-40] [ROUTE-43] redirects a discount link to its home or a category', async () => {
    const leads = async (path: string) => {
      const { status, headers } = await get(`/${store}/rabatt/${path}`)
      return [status, headers['location']]
    }
    expect(await leads('SUMMER-10')).toEqual([302, `/${store}?disc=SUMMER-10`])
    expect(await leads('A-1')).toEqual([302, `/${store}?disc=A-1`])
    expect(await leads('batterier/bil/ABC')).toEqual([
      302,
      `/${store}/artiklar/batterier/bil/index.html?disc=ABC`,
    ])
  })

  it('[ROUTE-41] a discount link keeps the other parameters and its own code', async () => {
    const { headers } = await get(`/${store}/rabatt/ABC?utm_source=x&disc=OLD&sort=name`)
    const target = new URL(String(headers['location']), baseUrl())
    expect(target.pathname).toBe(`/${store}`)
    expect(target.searchParams.getAll('disc')).toEqual(['ABC'])
    expect(target.searchParams.get('utm_source')).toBe('x')
    expect(target.searchParams.get('sort')).toBe('name')
  })

  it('[ROUTE-18] [ROUTE-20] [ROUTE-21] [ROUTE-31] has its service pages, with and without an id', async () => {
    const pages: string[] = [links.unsubscribe(store)]
    for (const id of [null, 'abc'])
      pages.push(
        orderLinks.confirmation(store, id),
        orderLinks.failed(store, id),
        orderLinks.trackOrder(store, id),
      )
    const headings = new Map<string, string | undefined>()
    for (const page of pages) {
      const { status, text } = await get(page)
      expect([page, status]).toEqual([page, 200])
      headings.set(page, /<h1[^>]*>([^<]*)/.exec(text)?.[1])
    }
    // The confirmation and the failure are not a checkout whose id is that word.
    for (const link of [orderLinks.confirmation, orderLinks.failed])
      expect(headings.get(link(store, 'abc'))).toBe(headings.get(link(store)))
    expect(new Set(headings.values()).size).toBe(4)
  })

  it('[ROUTE-36] shows a content page under its own path, and 404 where there is none', async () => {
    const { status, text } = await get(links.page(store, 'about'))
    expect(status).toBe(200)
    expect(text).toContain(store === 'de' ? 'Deutschland' : 'Anode')
    expect((await get(links.page(store, 'about/nobody'))).status).toBe(404)
  })

  it('[ROUTE-48] redirects a guest from the account to the login panel', async () => {
    for (const child of ['', 'orders', 'profile/edit']) {
      const address = links.account(store, child)
      const { status, headers } = await get(address)
      expect([child, status, headers['location']]).toEqual([child, 302, links.login(store, address)])
    }
  })

  it('[ENTITY-04] links to pages about privacy, contact, the shop and its service', async () => {
    const { text } = await get(links.home(store))
    for (const page of Object.values(servicePages)) {
      const address = links.page(store, page)
      expect(text, `a link to ${address}`).toContain(`href="${address}"`)
      expect((await get(address)).status, address).toBe(200)
    }
  })
})

it('[ROUTE-42] a code of two letters, with other characters or of an unknown store is not a discount link', async () => {
  for (const path of ['/sv/rabatt/AB', '/sv/rabatt/A_B', '/fi/rabatt/ABC', '/sv/rabatt', '/sv/rabatt//ABC']) {
    const { status, text } = await get(path)
    expect([path, status]).toEqual([path, 404])
    expect(text).toContain(notFound)
  }
})

it('[ROUTE-37] a translated path of one store is unknown in another', async () => {
  const paths = [
    '/sv/suchergebnisse.html',
    '/de/maerke/voltara',
    '/no/produkt-tagg/ny',
    '/da/varumarken/voltara.html',
  ]
  for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 404])
})

describe('the page number', () => {
  const listing = async (query: string) => {
    const { path } = await someCategory(baseUrl(), 'sv', 60)
    return `${links.categoryAll('sv', path)}${query}`
  }

  it('[ROUTE-45] [ROUTE-46] is removed where it is redundant, other parameters kept', async () => {
    const plain = await listing('')
    for (const page of ['1', 'abc', '0', '-3', '1.5', '']) {
      const { status, headers } = await get(`${plain}?page=${page}&sort=name`)
      expect([page, status, headers['location']]).toEqual([page, 302, `${plain}?sort=name`])
    }
    const first = await follow(baseUrl(), `${plain}?page=abc`)
    expect([first.status, first.address]).toEqual([200, plain])
  })

  it('[ROUTE-47] is replaced by the last one where it is too high', async () => {
    const plain = await listing('')
    const { address, status } = await follow(baseUrl(), `${plain}?page=99&utm_source=x`)
    const target = new URL(address, baseUrl())
    expect(status).toBe(200)
    expect(Number(target.searchParams.get('page'))).toBeGreaterThan(1)
    expect(Number(target.searchParams.get('page'))).toBeLessThan(99)
    expect(target.searchParams.get('utm_source')).toBe('x')
    const next = `${target.pathname}?page=${Number(target.searchParams.get('page')) + 1}`
    expect((await follow(baseUrl(), next)).address).toBe(
      `${target.pathname}?page=${target.searchParams.get('page')}`,
    )
  })

  it('selects the products that are shown', async () => {
    const products = async (query: string) => {
      const { text } = await get(await listing(query))
      return [...text.matchAll(/href="(\/sv\/artiklar\/[^/"]+\.html)"/g)].map(([, path]) => path)
    }
    const [first, second] = [new Set(await products('')), new Set(await products('?page=2'))]
    expect(first.size).toBeGreaterThanOrEqual(24)
    expect(second.size).toBeGreaterThan(0)
    expect([...second].filter((path) => !first.has(path)).length).toBeGreaterThanOrEqual(20)
  })
})

it('has one address per page: a trailing slash is removed, parameters kept', async () => {
  const { status, headers } = await get('/sv/?utm_source=x')
  expect([status, headers['location']]).toEqual([302, '/sv?utm_source=x'])
})

/** A tag of some product of the store. */
async function someTag(store: (typeof storeCodes)[number]) {
  const { json } = await askApi<{ products: { slug: string }[] }>(baseUrl(), store, 'products', {
    query: 'batteri',
  })
  for (const { slug } of json.products) {
    const { json: product } = await askApi<ProductDetails>(baseUrl(), store, `products/${slug}`)
    const [tag] = product.tags
    if (tag) return tag
  }
  throw new Error(`no product of ${store} has a tag`)
}
