/**
 * Whole guest pages in memory, as the bytes that are sent. A page is evicted when a change names one of its
 * tags or when its end time is reached; concurrent misses render once. A page whose data changed while it was
 * being rendered is never stored.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { createChangeCache, createTaggedKeys } from './page-tags.ts'

export type Encoding = 'identity' | 'gzip' | 'br'

/** The result of a render. */
export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
  tags: ReadonlySet<string>
  /** Epoch milliseconds at which the page becomes outdated; null: no such time is known. */
  endsAt: number | null
  /** `Set-Cookie` values; only on pages that are never stored. */
  cookies?: readonly string[]
}

export interface StoredPage extends Omit<RenderedPage, 'body'> {
  /** Null: the page is not cacheable, so it needs no validator. */
  etag: string | null
  /**
   * At least one of them is present; the plain body is dropped once a compressed one exists, and is
   * decompressed when requested.
   */
  encoded: Partial<Record<Encoding, Buffer>>
  making: Partial<Record<Encoding, Promise<Buffer>>>
}

export interface PageCache {
  /** The page as bytes if it is stored and current at `now`. */
  get(key: string, now: number): StoredPage | undefined
  /** The stored page, or the rendered one; at most one render at a time per key. */
  getOrRender(key: string, now: number, render: () => Promise<RenderedPage>): Promise<StoredPage>
  /** Evicts every page that has one of the tags. */
  invalidate(tags: readonly string[]): void
  clear(): void
  readonly pages: number
  readonly bytes: number
}

/**
 * Compressed sizes are not known when a page is stored: its size is estimated as twice its body plus this.
 */
const bookkeepingBytes = 4096

export function createPageCache(options: { maxBytes: number; maxAgeMs: number }): PageCache {
  const tagged = createTaggedKeys()
  const changes = createChangeCache()
  const rendering = new Map<string, Promise<StoredPage>>()
  const pages = new LRUCache<string, StoredPage>({
    maxSize: options.maxBytes,
    ttl: options.maxAgeMs,
    dispose: (page, key) => tagged.remove(key, page.tags),
  })

  function get(key: string, now: number) {
    const page = pages.get(key)
    if (page === undefined || page.endsAt === null || now < page.endsAt) return page
    pages.delete(key)
    return undefined
  }

  function store(key: string, page: StoredPage, size: number, begun: number) {
    if (page.status !== 200 || changes.touched(page.tags, begun)) return
    pages.set(key, page, { size })
    // A page larger than the whole cache is not stored.
    if (pages.has(key)) tagged.add(key, page.tags)
  }

  return {
    get,
    async getOrRender(key, now, render) {
      const known = get(key, now)
      if (known) return known
      const running = rendering.get(key)
      if (running) return running
      const begun = changes.now
      const promise: Promise<StoredPage> = render()
        .then((rendered) => {
          const page = withValidator(rendered)
          store(key, page, rendered.body.length * 2 + bookkeepingBytes, begun)
          return page
        })
        .finally(() => {
          if (rendering.get(key) === promise) rendering.delete(key)
        })
      rendering.set(key, promise)
      return promise
    },
    invalidate(tags) {
      changes.note(tags)
      for (const tag of tags) for (const key of tagged.keysOf(tag)) pages.delete(key)
      // A request after the change must not get a render that began before it.
      rendering.clear()
    },
    clear() {
      changes.noteAll()
      rendering.clear()
      pages.clear()
    },
    get pages() {
      return pages.size
    },
    get bytes() {
      return pages.calculatedSize
    },
  }
}

/** A page that is never stored. */
export function uncachedPage({ body, ...rest }: RenderedPage): StoredPage {
  return { ...rest, etag: null, encoded: { identity: body }, making: {} }
}

/** Adds a validator to a rendered page. */
function withValidator(rendered: RenderedPage): StoredPage {
  const digest = createHash('sha256').update(rendered.body).digest('base64url').slice(0, 22)
  return { ...uncachedPage(rendered), etag: `W/"${digest}"` }
}

const compressors: Record<Exclude<Encoding, 'identity'>, (body: Buffer) => Promise<Buffer>> = {
  gzip: (body) => promisify(gzip)(body, { level: 6 }),
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        // 256 kB, the size of a page. The default of 4 MB would be allocated and freed for every page.
        [constants.BROTLI_PARAM_LGWIN]: 18,
      },
    }),
}

/** The compressor returns a view of a larger block, which would stay in memory as long as the view. */
function exactCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** The page's bytes in an encoding; compressed once, outside the event loop. */
export async function encodePage(page: StoredPage, encoding: Encoding): Promise<Buffer> {
  const ready = page.encoded[encoding]
  if (ready) return ready
  page.making[encoding] ??= makeEncoding(page, encoding).finally(() => delete page.making[encoding])
  return page.making[encoding]
}

async function makeEncoding({ encoded }: StoredPage, encoding: Encoding): Promise<Buffer> {
  const plain = encoded.identity ?? (await unpacked(encoded))
  if (encoding === 'identity') return (encoded.identity = plain)
  const bytes = exactCopy(await compressors[encoding](plain))
  encoded[encoding] = bytes
  // Nearly all requests use the same compressed encoding, which takes an eighth of the memory.
  delete encoded.identity
  return bytes
}

async function unpacked({ br, gzip: zipped }: StoredPage['encoded']): Promise<Buffer> {
  if (br) return exactCopy(await promisify(brotliDecompress)(br))
  if (zipped) return exactCopy(await promisify(gunzip)(zipped))
  throw new Error('a stored page has no bytes')
}

/** The best encoding that the browser accepts. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(header)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(header) ? 'gzip' : 'identity'
}
