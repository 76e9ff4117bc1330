/**
 * The browser's client for the shop's API: every call carries the store's locale and sid, times out after 15
 * s, and returns a value, never throws (API-01..05).
 */
import type { Store } from '../../domain/stores/stores.ts'
import { links } from '../links.ts'

/** A request without a response within this time has failed (API-05). */
export const requestTimeoutMs = 15_000

export type ApiAnswer<T> =
  | { ok: true; data: T; headers: Headers }
  /** `status` 0: no response (offline, timed out). */
  | { ok: false; status: number; message: string | null; errors: Record<string, string>; data: unknown }

export interface ApiCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  query?: Record<string, string | number | null | undefined>
  body?: unknown
  /** Headers sent with a body, besides its own. */
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The API's origin; the page's own unless the document names another (API-02). */
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
    // A response may have no body. One that is aborted, as when the page is left, throws and must not count
    // as empty.
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
