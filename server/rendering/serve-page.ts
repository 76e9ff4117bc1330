/** Sends a page: validator, encoding, locale cookie. Shared by the fast path and the Fastify route. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setCookie } from '../../api/set-cookie.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { acceptedEncoding, encodePage, type Encoding, type StoredPage } from './page-cache.ts'

/** The locale cookie remembers the store for a year (CONST-04). Added outside the stored page. */
function localeCookie({ code }: Store, publicUrl: string): string {
  return setCookie('i18n_redirected', code, { maxAge: 365 * 24 * 60 * 60, publicUrl, readable: true })
}

/** Context of the response: the page's store (null: none) and the shop's origin. */
export interface PageSender {
  store: Store | null
  publicUrl: string
}

/** Sends the page if its bytes exist in the requested encoding; false if they must be compressed first. */
export function sendPageIfReady(
  page: StoredPage,
  sender: PageSender,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const bytes = page.encoded[encoding]
  if (bytes === undefined && !isUnchanged(page, request)) return false
  writePage(page, bytes, encoding, sender, request, response)
  return true
}

/** Sends the page, compressing it first if the encoding was not requested before. */
export async function sendPage(
  page: StoredPage,
  sender: PageSender,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  const bytes = isUnchanged(page, request) ? undefined : await encodePage(page, encoding)
  if (!response.destroyed) writePage(page, bytes, encoding, sender, request, response)
}

function isUnchanged(page: StoredPage, request: IncomingMessage): boolean {
  const { status, etag } = page
  return status === 200 && etag !== null && request.headers['if-none-match']?.includes(etag) === true
}

function writePage(
  page: StoredPage,
  bytes: Buffer | undefined,
  encoding: Encoding,
  sender: PageSender,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (bytes === undefined || isUnchanged(page, request)) {
    response.writeHead(304, head(page, 'unchanged', sender)).end()
    return
  }
  response.writeHead(page.status, head(page, encoding, sender, bytes.length))
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

type Head = Encoding | 'unchanged'
const heads = new WeakMap<StoredPage, Partial<Record<Head, string[]>>>()

/** Alternating header names and values, which Node sends without a copy; built once per page and encoding. */
function head(page: StoredPage, kind: Head, sender: PageSender, length = 0): string[] {
  let known = heads.get(page)
  if (known === undefined) heads.set(page, (known = {}))
  return (known[kind] ??= newHead(page, kind, sender, length))
}

function newHead(page: StoredPage, kind: Head, { store, publicUrl }: PageSender, length: number): string[] {
  const headers: Record<string, string> = {
    ...page.headers,
    ...(page.etag !== null && { etag: page.etag }),
    vary: 'accept, accept-encoding, cookie',
  }
  if (store !== null) headers['set-cookie'] = localeCookie(store, publicUrl)
  if (kind === 'unchanged') delete headers['content-type']
  else headers['content-length'] = String(length)
  if (kind === 'br' || kind === 'gzip') headers['content-encoding'] = kind
  const cookies = (page.cookies ?? []).flatMap((cookie) => ['set-cookie', cookie])
  return [...Object.entries(headers).flat(), ...cookies]
}
