import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import {
  acceptedEncoding,
  createPageCache,
  encodePage,
  type RenderedPage,
  type StoredPage,
} from './page-cache.ts'

const newCache = (maxBytes = 1_000_000) => createPageCache({ maxBytes, maxAgeMs: 60_000 })

function page(text: string, more: Partial<RenderedPage> = {}): RenderedPage {
  return {
    status: 200,
    headers: {},
    body: Buffer.from(text),
    tags: new Set(['product:1']),
    endsAt: null,
    ...more,
  }
}

const textOf = (stored: StoredPage | undefined) => stored?.encoded.identity?.toString()

/** A render that ends when the test resolves it. */
function slowRender() {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage>()
  return { render: vi.fn<() => Promise<RenderedPage>>(() => promise), resolve, reject }
}

describe('a cached page', () => {
  it('is rendered once for concurrent requests, and not again afterwards', async () => {
    const cache = newCache()
    const slow = slowRender()
    const asked = [1, 2, 3].map(() => cache.getOrRender('k', 0, slow.render))
    slow.resolve(page('x'))
    const pages = await Promise.all(asked)
    expect(slow.render).toHaveBeenCalledTimes(1)
    expect(new Set(pages).size).toBe(1)
    expect(await cache.getOrRender('k', 1, slow.render)).toBe(pages[0])
    expect(slow.render).toHaveBeenCalledTimes(1)
  })

  it('is not cached when its render failed: the next request renders again', async () => {
    const cache = newCache()
    await expect(cache.getOrRender('k', 0, async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(textOf(await cache.getOrRender('k', 0, async () => page('x')))).toBe('x')
  })

  it('is not cached unless its status is 200', async () => {
    const cache = newCache()
    await cache.getOrRender('k', 0, async () => page('x', { status: 404 }))
    expect(cache.pages).toBe(0)
  })

  it('expires at its end time, exclusive', async () => {
    const cache = newCache()
    await cache.getOrRender('k', 0, async () => page('x', { endsAt: 1_000 }))
    expect(cache.get('k', 999)).toBeDefined()
    expect(cache.get('k', 1_000)).toBeUndefined()
    expect(cache.pages).toBe(0)
  })

  it('is evicted with any of its tags, and only with them', async () => {
    const cache = newCache()
    const tags = new Set(['product:1', 'category:7'])
    await cache.getOrRender('a', 0, async () => page('a', { tags }))
    await cache.getOrRender('b', 0, async () => page('b', { tags: new Set(['product:2']) }))
    cache.invalidate(['category:7', 'unknown'])
    expect(cache.get('a', 0)).toBeUndefined()
    expect(cache.get('b', 0)).toBeDefined()
  })

  it('is not sent to a request after a change when its render began before the change', async () => {
    const cache = newCache()
    const slow = slowRender()
    const before = cache.getOrRender('k', 0, slow.render)
    cache.invalidate(['product:1'])
    const after = cache.getOrRender('k', 0, async () => page('new'))
    expect(textOf(await after)).toBe('new')
    slow.resolve(page('old'))
    expect(textOf(await before)).toBe('old')
    expect(textOf(cache.get('k', 0))).toBe('new')
  })

  it('is not cached when its data changed during the render, but is when other data did', async () => {
    const cache = newCache()
    const slow = slowRender()
    const asked = cache.getOrRender('k', 0, slow.render)
    cache.invalidate(['product:1'])
    slow.resolve(page('old'))
    await asked
    expect(cache.get('k', 0)).toBeUndefined()

    const other = slowRender()
    const again = cache.getOrRender('k', 0, other.render)
    cache.invalidate(['product:2'])
    other.resolve(page('new'))
    await again
    expect(cache.get('k', 0)).toBeDefined()
  })

  it('is not cached when the whole cache was cleared during the render', async () => {
    const cache = newCache()
    const slow = slowRender()
    const asked = cache.getOrRender('k', 0, slow.render)
    cache.clear()
    slow.resolve(page('old'))
    await asked
    expect(cache.pages).toBe(0)
  })

  it('takes every change into account, also when more tags changed than it keeps', async () => {
    const cache = newCache()
    const slow = slowRender()
    const asked = cache.getOrRender('k', 0, slow.render)
    cache.invalidate(['product:1'])
    cache.invalidate(Array.from({ length: 100_001 }, (_, at) => `category:${at}`))
    cache.invalidate(['brand:1'])
    slow.resolve(page('old'))
    await asked
    expect(cache.pages).toBe(0)
  })

  it('evicts the least recently used pages to stay within its byte limit', async () => {
    const cache = newCache(40_000)
    const body = 'x'.repeat(4_000)
    for (const key of ['a', 'b', 'c']) await cache.getOrRender(key, 0, async () => page(body))
    cache.get('a', 0)
    await cache.getOrRender('d', 0, async () => page(body))
    expect(cache.bytes).toBeLessThanOrEqual(40_000)
    expect(cache.get('a', 0)).toBeDefined()
    expect(cache.get('b', 0)).toBeUndefined()
  })

  it('is sent, and not cached, when it is larger than the whole cache', async () => {
    const cache = newCache(5_000)
    const large = await cache.getOrRender('k', 0, async () => page('x'.repeat(50_000)))
    expect(textOf(large)).toHaveLength(50_000)
    expect(cache.pages).toBe(0)
  })
})

describe('the bytes that are sent', () => {
  it('are compressed once per encoding and decode to the same body', async () => {
    const cache = newCache()
    const stored = await cache.getOrRender('k', 0, async () => page('hello '.repeat(100)))
    const [br, again] = await Promise.all([encodePage(stored, 'br'), encodePage(stored, 'br')])
    expect(again).toBe(br)
    expect(await encodePage(stored, 'br')).toBe(br)
    const text = 'hello '.repeat(100)
    expect(brotliDecompressSync(br).toString()).toBe(text)
    expect(gunzipSync(await encodePage(stored, 'gzip')).toString()).toBe(text)
    expect((await encodePage(stored, 'identity')).toString()).toBe(text)
  })

  it('are kept in the requested encoding: only compressed, and decompressed again on request', async () => {
    for (const encoding of ['br', 'gzip'] as const) {
      const stored = await newCache().getOrRender('k', 0, async () => page('hello'))
      await encodePage(stored, encoding)
      expect(Object.keys(stored.encoded)).toEqual([encoding])
      const [plain, again] = await Promise.all([
        encodePage(stored, 'identity'),
        encodePage(stored, 'identity'),
      ])
      expect([plain.toString(), again]).toEqual(['hello', plain])
      expect(stored.encoded.identity).toBe(plain)
    }
  })

  it('have the same validator for the same page and another for another', async () => {
    const etag = async (text: string) => (await newCache().getOrRender('k', 0, async () => page(text))).etag
    expect(await etag('x')).toBe(await etag('x'))
    expect(await etag('x')).not.toBe(await etag('y'))
  })

  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0,gzip;q=0', 'identity'],
    ['br;q=0.5', 'br'],
    ['deflate', 'identity'],
  ])('are encoded as the browser takes them: %j gives %s', (header, encoding) => {
    expect(acceptedEncoding(header)).toBe(encoding)
  })
})
