import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { links } from '../../app/links.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { ask, someCategory, someProduct } from './shop-client.ts'

const get = (path: string, headers: Record<string, string> = {}) => ask(baseUrl(), path, { headers })

let productPath: string
let listingPath: string

// Of a store in which no file that runs beside this one changes products or categories.
beforeAll(async () => {
  productPath = links.product('de', (await someProduct(baseUrl(), 'de')).slug)
  listingPath = links.categoryAll('de', (await someCategory(baseUrl(), 'de', 30)).path)
})

describe('a guest’s page', () => {
  it('is not sent again to a browser that has it', async () => {
    for (const path of ['/de', productPath, listingPath]) {
      const first = await get(path)
      const etag = String(first.headers['etag'])
      expect(first.headers['cache-control']).toBe('private, no-cache')
      const second = await get(path, { 'if-none-match': etag })
      expect([second.status, second.bytes.length]).toEqual([304, 0])
      expect(second.headers['etag']).toBe(etag)
      expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200)
      expect((await get(path)).text === first.text).toBe(true)
    }
  })

  it('is sent with an encoding the browser accepts, always with the same content', async () => {
    const [plain, gzip, br] = await Promise.all([
      get(productPath),
      get(productPath, { 'accept-encoding': 'gzip' }),
      get(productPath, { 'accept-encoding': 'gzip, deflate, br' }),
    ])
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(br.headers['content-encoding']).toBe('br')
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true)
    expect(brotliDecompressSync(br.bytes).equals(plain.bytes)).toBe(true)
    for (const { headers, bytes } of [plain, gzip, br]) {
      expect(Number(headers['content-length'])).toBe(bytes.length)
      expect(headers['vary']).toContain('accept-encoding')
      expect(headers['vary']).toContain('cookie')
    }
  })

  it('is sent to HEAD without its body', async () => {
    const [whole, head] = [await get(productPath), await ask(baseUrl(), productPath, { method: 'HEAD' })]
    expect([head.status, head.bytes.length]).toEqual([200, 0])
    expect(head.headers['etag']).toBe(whole.headers['etag'])
  })

  it('[QUERY-14] is the same for landing parameters and unknown ones', async () => {
    const plain = await get(productPath)
    for (const query of [
      'disc=ABC',
      'utm_source=x&gclid=1&login',
      'a=b&page[]=2',
      '__proto__=1',
      'x'.repeat(900),
    ]) {
      const answer = await get(`${productPath}?${query}`)
      expect([query, answer.status, answer.headers['etag']]).toEqual([query, 200, plain.headers['etag']])
    }
  })

  it('is cached per VAT display, except in Germany', async () => {
    const excluding = { cookie: 'vat=ex' }
    for (const store of storeCodes) {
      const { slug } = await someProduct(baseUrl(), store)
      const [including, without] = [
        await get(links.product(store, slug)),
        await get(links.product(store, slug), excluding),
      ]
      expect(including.status).toBe(200)
      const same = including.headers['etag'] === without.headers['etag']
      expect([store, same]).toEqual([store, store === 'de'])
    }
  })

  it('contains no cookie: the store is remembered outside of it', async () => {
    for (const path of ['/sv', '/sv', '/no']) {
      const { headers, text } = await get(path)
      expect(String(headers['set-cookie'])).toMatch(new RegExp(`^i18n_redirected=${path.slice(1)};`))
      expect(text).not.toContain('i18n_redirected')
    }
  })

  it('may run no script but the shop’s own files and those it names by hash', async () => {
    for (const path of ['/sv', '/da', productPath, listingPath, '/no/sokeresultater.html?query=aa']) {
      const { headers, text } = await get(path)
      const policy = String(headers['content-security-policy'])
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
      const used = [...text.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*json")[^>]*>([\s\S]+?)<\/script>/g)].map(
        ([, script]) => script!,
      )
      // The module script is a text within the script that starts it.
      const started = used.flatMap((script) => /textContent:("(?:[^"\\]|\\.)*")/.exec(script)?.[1] ?? [])
      expect(started).toHaveLength(1)
      const hashes = [...used, JSON.parse(started[0]!) as string].map(
        (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
      )
      expect(scripts.toSorted()).toEqual([...new Set(["'self'", ...hashes])].toSorted())
      expect(text).not.toMatch(/\son[a-z]+="/)
      for (const [, source] of text.matchAll(/<script[^>]*\bsrc="([^"]*)"/g))
        expect(source).toMatch(/^\/assets\//)
    }
  })

  it('keeps its secrets and frames to itself, as every response does', async () => {
    for (const path of [
      '/sv',
      '/sv/checkout',
      '/sv/no-such-page',
      '/api/strings?locale=sv&sid=7',
      '/api/nothing',
      '/',
    ]) {
      const { headers } = await get(path)
      expect(headers['x-content-type-options'], path).toBe('nosniff')
      expect(headers['x-frame-options'], path).toBe('DENY')
      expect(headers['strict-transport-security'], path).toContain('max-age=')
      expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin')
    }
  })
})

describe('a page of one shopper', () => {
  it.each([
    ['the checkout', '/sv/checkout', {}],
    ['a confirmation', '/de/checkout/confirmation/x', {}],
    ['an order', '/no/my-order/1001', {}],
    ['tracking', '/da/track-order/1001', {}],
    ['a landing with a token', '/sv?token=T', {}],
    ['a signed-in shopper', '/sv', { cookie: 'anode_account=x' }],
    ['a shopper with an order login', '/sv', { cookie: 'anode_order=x' }],
  ] as [string, string, Record<string, string>][])('is never kept: %s', async (_title, path, headers) => {
    const first = await get(path, headers)
    const second = await get(path, headers)
    expect(first.headers['cache-control']).toBe('private, no-store')
    const nonce = (answer: typeof first) =>
      /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy']))?.[1]
    expect(nonce(first)).toBeDefined()
    expect(nonce(first)).not.toBe(nonce(second))
    expect(first.text).toContain(`nonce="${nonce(first)}"`)
  })
})

describe('a file of the shop', () => {
  it('is cached as immutable, since its name changes with it', async () => {
    const { text } = await get('/sv')
    const files = [...text.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!)
    expect(files.length).toBeGreaterThan(2)
    for (const file of new Set(files)) {
      const { status, headers } = await get(file)
      expect([file, status]).toEqual([file, 200])
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })
})
