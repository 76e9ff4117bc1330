/**
 * The gate between the page cache and Fastify. Every request that is not answered from memory passes
 * admission control. A rejected request is answered at once with 503 and `Retry-After`, before any work is
 * done for it.
 */
import { textsOf } from '../../locales/texts.server.ts'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { defaultStoreCode, isStoreCode, stores, type StoreCode } from '../../domain/stores/stores.ts'
import type { Admission } from './admission.ts'
import { clientNetwork } from './client-network.ts'
import { requestPriority } from './request-priority.ts'

export interface GateOptions {
  admission: Admission
  trustedProxies: number
  /** Key of the shared page that a request asks for; null where the response is for this request only. */
  sharedKey: (request: IncomingMessage) => string | null
  handler: RequestListener
  /**
   * Longest time that a request holds its slot, milliseconds; 1,000 if not set. After it the request is waiting for
   * something else (a slow reader, a provider), and the next request may start.
   */
  longestHoldMs?: number
}

/** Seconds after which a rejected client may retry. */
const retryAfterSeconds = 2

/** A listener that admits requests to `handler`. */
export function admissionGate({
  admission,
  trustedProxies,
  sharedKey,
  handler,
  longestHoldMs = 1_000,
}: GateOptions): RequestListener {
  return (request, response) => {
    const priority = requestPriority(request.url ?? '/')
    if (priority === null) return handler(request, response)
    let hold: NodeJS.Timeout | undefined
    const ticket = admission.admit({
      priority,
      network: clientNetwork(request, trustedProxies),
      key: sharedKey(request),
      start() {
        hold = setTimeout(() => ticket.release(), longestHoldMs)
        handler(request, response)
      },
      refuse: () => refuse(request, response),
    })
    const release = () => {
      clearTimeout(hold)
      ticket.release()
    }
    response.once('finish', release)
    response.once('close', release)
  }
}

/** Answers 503 with the reason in the store's language: a small page, or JSON for the API. */
export function refuse(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '/'
  const isApi = url.startsWith('/api/')
  const store = storeOf(url)
  const message = textsOf(store).answers.fault.overloaded
  const body = isApi ? JSON.stringify({ message }) : refusalPage(store, message)
  response.writeHead(503, {
    'content-type': isApi ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** The store named by the path, or by `locale` in a call of the API. */
function storeOf(url: string): StoreCode {
  const named = [/^\/([a-z]+)(?:[/?.]|$)/.exec(url)?.[1], /[?&]locale=([a-z]+)(?:&|$)/.exec(url)?.[1]]
  return named.find(isStoreCode) ?? defaultStoreCode
}

function refusalPage(store: StoreCode, message: string): string {
  const { iso, brand } = stores[store]
  return `<!doctype html><html lang="${iso}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retryAfterSeconds + 3}"><meta name="robots" content="noindex"><title>${brand}</title>
<style>:root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem}</style>
</head><body><h1>${brand}</h1><p>${message}</p></body></html>`
}
