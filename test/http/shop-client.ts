/**
 * Requests to the shop under test over plain HTTP: no redirects, decoding or normalisation, so that a test
 * sees exactly what is sent and can send what a browser never would.
 */
import { request as httpRequest } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ProductCard } from '../../contract/catalogue.ts'
import type { CategoryNode } from '../../contract/catalogue.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** As sent, compressed or not. */
  bytes: Buffer
  /** The body as text, decompressed. */
  text: string
}

export interface Ask {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  headers?: Record<string, string>
  body?: string | Buffer
  /**
   * Local address to send from: the API limits requests per address (Linux only; elsewhere all share one).
   */
  from?: string
}

/** One request; `path` is sent as written. Rejects only if the server does not respond. */
export function ask(base: string, path: string, options: Ask = {}): Promise<Answer> {
  const { hostname, port } = new URL(base)
  const { method = 'GET', headers = {}, body, from } = options
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port,
        // Node refuses to send some characters that other clients send: they are sent as bytes.
        path: '/',
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        ...(from && process.platform === 'linux' && { localAddress: from }),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const { statusCode = 0, headers: answered } = response
          resolve({ status: statusCode, headers: answered, bytes, text: textOf(bytes, answered) })
        })
      },
    )
    request.path = path
    request.on('error', reject)
    request.end(body)
  })
}

function textOf(bytes: Buffer, headers: Answer['headers']): string {
  if (bytes.length === 0) return ''
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(bytes).toString('utf8')
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** Follows up to five redirects within the shop. Also returns the last address. */
export async function follow(base: string, path: string): Promise<Answer & { address: string }> {
  let address = path
  for (let turn = 0; turn < 5; turn++) {
    const answer = await ask(base, address)
    if (answer.status < 300 || answer.status >= 400) return { ...answer, address }
    address = String(answer.headers['location'])
  }
  throw new Error(`${path} goes round in circles`)
}

/** Path of an API call with the store's `locale` and `sid`. */
export function apiPath(store: StoreCode, path: string, query: Record<string, string> = {}): string {
  return `/api/${path}?${new URLSearchParams({ locale: store, sid: String(stores[store].storeId), ...query }).toString()}`
}

/** The JSON of an API response. */
export async function askApi<T>(
  base: string,
  store: StoreCode,
  path: string,
  query: Record<string, string> = {},
  options: Ask = {},
): Promise<Answer & { json: T }> {
  const answer = await ask(base, apiPath(store, path, query), options)
  return { ...answer, json: JSON.parse(answer.text) as T }
}

/** Options of a POST with a JSON body. */
export function posting(body: unknown, more: Ask = {}): Ask {
  return {
    method: 'POST',
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
    body: JSON.stringify(body),
  }
}

/** A category of the store's menu with at least this many products, the deepest on the first branch. */
export async function someCategory(base: string, store: StoreCode, atLeast = 1): Promise<CategoryNode> {
  const { json } = await askApi<CategoryNode[]>(base, store, 'product-categories', {
    v: '2',
    main_menu: 'true',
  })
  const fits = (nodes: CategoryNode[]) => nodes.find(({ count }) => count >= atLeast)
  let found = fits(json)
  if (!found) throw new Error(`no category of ${store} has ${atLeast} products`)
  for (let next = fits(found.children); next; next = fits(next.children)) found = next
  return found
}

/** A plain product that can be bought, from the store's own listing. */
export async function someProduct(base: string, store: StoreCode): Promise<ProductCard> {
  const { path } = await someCategory(base, store, 30)
  for (let page = 1; page < 10; page++) {
    const query = { category: path, page: String(page) }
    const { json } = await askApi<{ products: ProductCard[] }>(base, store, 'products', query)
    const found = json.products.find(
      (card) => card.orderable && card.variations.length === 0 && card.type === 1,
    )
    if (found) return found
  }
  throw new Error(`${path} of ${store} has no plain product`)
}
