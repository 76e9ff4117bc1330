import { beforeAll, describe, expect, it } from 'vitest'
import { links } from '../../app/links.ts'
import type { ProductCard } from '../../contract/catalogue.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { baseUrl } from '../base-url.ts'
import { encodeNaughty, fewerNaughtyStrings, naughtyStrings } from './naughty-strings.ts'
import { apiPath, ask, posting, someProduct, type Answer, type Ask } from './shop-client.ts'

/** The API limits requests per address: this file has its own, so that it rate-limits no other test. */
let turn = 0
const hostile = (path: string, options: Ask = {}) =>
  patiently(path, () => ({ ...options, from: `127.0.1.${1 + (turn++ % 200)}` }))

async function patiently(path: string, options: () => Ask): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await ask(baseUrl(), path, options())
    // On a busy machine the server responds with Retry-After, and the caller retries.
    if (answer.status !== 503 || answer.headers['retry-after'] === undefined || tries === 20) return answer
    await new Promise((next) => setTimeout(next, 250))
  }
}

/** Whether a text is active in a page: as markup anywhere, or as the end of an attribute. */
function actsIn(html: string, text: string): boolean {
  if (text.length < 8) return false
  if (/<[a-z/!]/i.test(text)) return html.includes(text)
  // In a script the page data is in strings, whose quotes are escaped differently than in markup.
  const markup = html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
  return text.includes('"') && text.includes('=') && markup.includes(text)
}

/** Clean means: a response below 500 in a known format, no active input in it, no internal details. */
function expectClean(what: string, { status, headers, text }: Answer, input = what) {
  expect([what, status >= 200 && status < 500]).toEqual([what, true])
  const isPage = String(headers['content-type'] ?? '').startsWith('text/html')
  const faults = {
    reflected: isPage && actsIn(text, input),
    tellsOfTheInside: /\n\s+at .+:\d+:\d+|node_modules|SQLITE|syntax error at or near/.test(text),
    setsForeignCookie: String(headers['set-cookie'] ?? '').includes('a=b'),
    leadsAway: headers['location'] !== undefined && !/^\/(?![/\\])/.test(String(headers['location'])),
  }
  expect([what, faults]).toEqual([
    what,
    { reflected: false, tellsOfTheInside: false, setsForeignCookie: false, leadsAway: false },
  ])
}

/** Several at a time, like concurrent visitors. */
async function each<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await task(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

let product: ProductCard

beforeAll(async () => {
  product = await someProduct(baseUrl(), 'sv')
})

it.each(['/assets/none.js', '/pictures/a/b', '/sitemaps/x', '/favicon.svg/x'])(
  'no page is rendered for a missing file: %s',
  async (path) => {
    const { status, headers } = await hostile(path)
    expect(status).toBe(404)
    expect(String(headers['content-type'])).toMatch(/^(?:text\/plain|application\/json)/)
  },
)

describe('an unusual address', () => {
  it.each([
    ['broken percent-encoding', '/sv/%E0%A4', 400],
    ['a lonely percent sign', '/sv/%', 400],
    ['a null byte', '/sv/artiklar/a%00b.html', 400],
    ['a line end', '/sv/%0d%0aset-cookie:%20a=b', 400],
    ['another host', '//evil.example/sv', 400],
    ['a backslash', '/sv/%5C%5Cevil.example', 400],
    ['8 kB of path', `/sv/${'a'.repeat(8192)}`, 414],
    ['8 kB of parameters', `/sv?query=${'a'.repeat(8192)}`, 414],
    ['a store there is not', '/xx/artiklar/a.html', 404],
    ['dots', '/sv/../../etc/passwd', 400],
    ['encoded dots', '/sv/%2e%2e/%2e%2e/etc/passwd', 400],
    ['a file of the shop', '/assets/../../package.json', 400],
    ['an encoded way to a file', '/assets/..%2f..%2fpackage.json', 404],
    ['a picture there is not', '/pictures/..%2f..%2fsecret-320.webp', 404],
  ])('is rejected cleanly: %s', async (what, path, status) => {
    const answer = await hostile(path)
    expectClean(what, answer)
    expect([what, answer.status]).toEqual([what, status])
  })

  it('is rejected when its headers are larger than a browser would send', async () => {
    const { status } = await hostile('/sv', { headers: { cookie: `a=${'b'.repeat(60_000)}` } })
    expect(status).toBe(431)
  })

  it('may come with an unknown method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'] as const) {
      const answer = await hostile('/sv', { method })
      expectClean(method, answer)
      expect([method, answer.status]).toEqual([method, 404])
    }
  })

  it('with any page number leads to a page that exists', async () => {
    for (const page of [
      '-1000000000',
      '1e9',
      '99999999999999999999',
      '-1e9',
      'NaN',
      '2.5',
      '0x2',
      '٢',
      '2;drop',
    ]) {
      const answer = await hostile(`${links.search('sv', 'batteri')}&page=${encodeURIComponent(page)}`)
      expectClean(page, answer)
      expect([page, answer.status]).toEqual([page, 302])
      expect((await hostile(String(answer.headers['location']))).status).toBe(200)
    }
  })
})

describe('a naughty text', { timeout: 120_000 }, () => {
  it('in a path is an unknown page or none', () =>
    each(naughtyStrings, async (text) => {
      for (const path of [
        `/sv/${encodeNaughty(text)}`,
        `/de/artiklar/${encodeNaughty(text)}.html`,
        `/no/artiklar/${encodeNaughty(text)}/index.html`,
      ]) {
        const answer = await hostile(path)
        expectClean(path, answer, text)
        expect([path, [200, 302, 400, 404, 414].includes(answer.status)]).toEqual([path, true])
      }
    }))

  it('in the search field finds something or nothing', () =>
    each(naughtyStrings, async (text) => {
      const store = storeCodes[text.length % 4]!
      const page = await hostile(links.search(store, '') + `?query=${encodeNaughty(text)}`)
      expectClean(text, page)
      expect([text, [200, 302, 414].includes(page.status)]).toEqual([text, true])
      for (const call of ['products', 'search-triggers']) {
        const answer = await hostile(`${apiPath(store, call)}&query=${encodeNaughty(text)}`)
        expectClean(text, answer)
        expect([text, [200, 400].includes(answer.status)]).toEqual([text, true])
        if (call === 'products' && answer.status === 200)
          expect(JSON.parse(answer.text)).toHaveProperty('products')
      }
    }))

  it('as a parameter of a page is ignored or removed', () =>
    each(fewerNaughtyStrings, async (text) => {
      const value = encodeNaughty(text)
      for (const query of [
        `page=${value}`,
        `sort=${value}`,
        `brand=${value}`,
        `${value}=1`,
        `disc=${value}`,
      ]) {
        const answer = await hostile(`${links.search('no', 'aa')}&${query}`)
        expectClean(query, answer, text)
      }
    }))

  it('in any parameter of the API is rejected or harmless', () =>
    each(fewerNaughtyStrings, async (text) => {
      const value = encodeNaughty(text)
      const calls = ['category', 'brand', 'tag', 'page', 'sort', 'nc'].map(
        (name) => `${apiPath('sv', 'products')}&${name}=${value}`,
      )
      calls.push(`/api/strings?locale=${value}&sid=7`, `/api/strings?locale=sv&sid=${value}`)
      calls.push(`${apiPath('sv', 'product-categories')}&v=2&main_menu=${value}`)
      for (const path of ['products/', 'widget-by-slug/', 'checkout/', 'orders/confirmation/'])
        calls.push(apiPath('sv', path).replace('?', `${value}?`))
      calls.push(apiPath('sv', `products/${value}/upselling`))
      for (const call of calls) expectClean(call, await hostile(call), text)
    }))

  it('in any field of a cart or a coupon is rejected or harmless', () =>
    each(fewerNaughtyStrings, async (text) => {
      const line = {
        uuid: '11111111-1111-4111-8111-111111111111',
        product_id: product.id,
        sku: product.sku,
        quantity: 1,
      }
      const bodies: [string, unknown][] = [
        ...[
          'uuid',
          'product_id',
          'sku',
          'quantity',
          'name',
          'slug',
          'price',
          'subscription_interval',
          'added_by_coupon',
        ].map((field): [string, unknown] => ['sync-cart', { items: [{ ...line, [field]: text }] }]),
        ['sync-cart', { items: [line], coupons: [text], checkout_order_id: text }],
        ['sync-cart', { items: [line], [text]: text }],
        ['sync-cart', text],
        ['sync-coupons', { coupons: [text], cart_contents: [line] }],
        ['category-children', { productIDs: [text], Categories: [text] }],
      ]
      for (const [call, body] of bodies) {
        const answer = await hostile(apiPath('sv', call), posting(body))
        expectClean(`${call} ${JSON.stringify(body).slice(0, 80)}`, answer)
      }
    }))

  it('in the report of an error is logged or rejected', () =>
    each(fewerNaughtyStrings, async (text) => {
      const answer = await hostile(
        '/captuerr',
        posting({ error: text, level: text, stack: text, userAgent: text, url: text }),
      )
      expect([text, [204, 422].includes(answer.status)]).toEqual([text, true])
    }))

  it('in a cookie or another header changes nothing', () =>
    each(fewerNaughtyStrings, async (text) => {
      // Characters that no client can put into a header are left out.
      const value = text.replaceAll(/[^\x20-\x7e]/g, '')
      const headers = {
        cookie: `vat=${value}; i18n_redirected=${value}; ${value}`,
        'accept-encoding': value,
        'if-none-match': value,
      }
      for (const path of ['/', '/sv']) expectClean(`${path} ${value}`, await hostile(path, { headers }))
    }))
})

describe('a malformed body', () => {
  const json = { 'content-type': 'application/json' }
  it.each([
    ['too large', { body: JSON.stringify({ items: ['x'.repeat(1_100_000)] }), headers: json }, 413],
    ['not JSON', { body: '{"items":', headers: json }, 400],
    ['not UTF-8', { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]), headers: json }, 422],
    ['empty', { body: '', headers: json }, 400],
    ['nested beyond reason', { body: '['.repeat(50_000) + ']'.repeat(50_000), headers: json }, 422],
    ['poisoning prototypes', { body: '{"__proto__":{"items":[]}}', headers: json }, 400],
    ['a form', { body: 'items=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415],
    ['text', { body: '[]', headers: { 'content-type': 'text/plain' } }, 415],
    [
      'a thousand and one lines',
      { body: JSON.stringify({ items: Array.from({ length: 1001 }, () => ({})) }), headers: json },
      422,
    ],
  ] as [string, Ask, number][])('is refused cleanly: %s', async (what, options, status) => {
    const answer = await hostile(apiPath('sv', 'sync-cart'), { ...options, method: 'POST' })
    expectClean(what, answer)
    expect([what, answer.status]).toEqual([what, status])
    expect(JSON.parse(answer.text)).toHaveProperty('message')
  })
})

it.runIf(process.platform === 'linux')(
  'a caller of the API who sends too many requests is rate-limited, and no other',
  async () => {
    const from = '127.0.2.1'
    const answers: number[] = []
    await each(
      Array.from({ length: 1300 }, (_, at) => at),
      async () => {
        answers.push((await patiently(apiPath('sv', 'next-delivery'), () => ({ from }))).status)
      },
    )
    expect(new Set(answers)).toEqual(new Set([200, 429]))
    const { status, text, headers } = await patiently(apiPath('de', 'next-delivery'), () => ({ from }))
    expect(status).toBe(429)
    expect(headers['retry-after']).toBeDefined()
    expect((JSON.parse(text) as { message: string }).message).toContain('Versuche')
    const other = await patiently(apiPath('sv', 'next-delivery'), () => ({ from: '127.0.2.2' }))
    expect(other.status).toBe(200)
  },
)
