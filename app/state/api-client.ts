/**
 * The browser's way to the shop's API: every call carries the store's locale and sid, has 15 s, and answers a
 * value, never an exception (API-01..05).
 */
import type { Store } from '../../domain/stores/stores.ts'
import { links } from '../links.ts'

/** API-05. */
export const requestTimeoutMs = 15_000

export type ApiAnswer<T> =
  | { ok: true; data: T; headers: Headers }
  /** `status` 0: no answer came (offline, timed out). */
  | { ok: false; status: number; message: string | null; errors: Record<string, string>; data: unknown }

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | null | undefined>
  body?: unknown
  /** Go with a body, besides its own. */
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Where the API lives; the page's own address unless the document names another (API-02). */
export function apiBaseUrl(): string {
  return typeof document === 'undefined' ? '' : (document.documentElement.dataset['api'] ?? '')
}

/** One call of the API: `path` is what follows `/api/`. */
export async function callApi<T>(store: Store, path: string, call: ApiCall = {}): Promise<ApiAnswer<T>> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), requestTimeoutMs)
  try {
    const response = await fetch(apiBaseUrl() + links.api(store, path, call.query), {
      method: call.method ?? 'GET',
      signal: call.signal ? AbortSignal.any([call.signal, limit.signal]) : limit.signal,
      ...(call.body !== undefined && {
        headers: { ...call.headers, 'content-type': 'application/json' },
        body: JSON.stringify(call.body),
      }),
    })
    // An answer may have no body. One that breaks off, as when the page is left, throws and must not pass for that.
    const data: unknown = JSON.parse((await response.text()) || 'null')
    if (response.ok) return { ok: true, data: data as T, headers: response.headers }
    const refusal = (data ?? {}) as { message?: string; errors?: Record<string, string> }
    return {
      ok: false,
      status: response.status,
      message: refusal.message ?? null,
      errors: refusal.errors ?? {},
      data,
    }
  } catch {
    return { ok: false, status: 0, message: null, errors: {}, data: null }
  } finally {
    clearTimeout(timer)
  }
}
