/**
 * HTTP to Walley for one merchant account: access token, time limit, errors. It repeats a request only after a
 * 401, with a new token; callers repeat an operation with the same idempotency key when its outcome is unknown.
 */
import { z } from 'zod'
import type { ProviderProblem } from '../../domain/payments/payment-provider.ts'
import { parseJson } from '../../providers/parse-json.ts'
import { fetchFailure } from '../../providers/fetch-failure.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import type { WalleyAccount } from './account.ts'

export interface WalleyRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** Starts with a slash. */
  path: string
  body?: object
  idempotencyKey?: string
}

export type WalleyAnswer =
  | { ok: true; /** The envelope's data; undefined where the answer has none. */ data: unknown }
  | (ProviderProblem & { status?: number })

export interface WalleyClient {
  send(request: WalleyRequest): Promise<WalleyAnswer>
}

/** A shopper does not wait longer. */
const timeoutMs = 10_000
/** A token is renewed this long before it ends. */
const tokenMarginMs = 60_000

/** Walley's fixed scopes of its test and its production environment. */
const testScope = '705798e0-8cef-427c-ae00-6023deba29af/.default'
const liveScope = 'a3f3019f-2be9-41cc-a254-7bb347238e89/.default'

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const tokenErrorSchema = z.object({ error: z.string() })
const dataSchema = z.object({ data: z.unknown() })
const errorSchema = z.object({
  id: z.string().optional(),
  error: z.object({
    code: z.number(),
    errors: z
      .array(z.object({ reason: z.string().default(''), message: z.string().default('') }))
      .default([]),
  }),
})

/** Statuses after which the same request may succeed: locked, or the same operation is in progress. */
const passing = new Set([408, 409, 423, 425, 429])

/** The code of a request that is valid and not allowed in the present state. */
const businessError = 900

type WalleyResponse = { ok: true; status: number; text: string } | { ok: false }
type Token = { ok: true; token: string } | ProviderProblem

export function createWalleyClient(
  account: WalleyAccount,
  log: WarningLog,
  now: () => number = Date.now,
): WalleyClient {
  let known: { token: string; renewAt: number } | undefined
  let requested: Promise<Token> | undefined

  const call = async (method: string, path: string, init: RequestInit): Promise<WalleyResponse> => {
    try {
      const response = await fetch(`${account.url}${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...init,
      })
      return { ok: true, status: response.status, text: await response.text() }
    } catch (error) {
      log.warn({ method, route: routeOf(path), reason: fetchFailure(error) }, 'Walley did not answer')
      return { ok: false }
    }
  }

  const requestToken = async (): Promise<Token> => {
    const path = '/oauth2/v2.0/token'
    const response = await call('POST', path, {
      body: new URLSearchParams({
        client_id: account.clientId,
        client_secret: account.clientSecret,
        grant_type: 'client_credentials',
        scope: new URL(account.url).hostname.includes('.uat.') ? testScope : liveScope,
      }),
    })
    if (!response.ok) return { ok: false, code: 'provider_unavailable' }
    const body = parseJson(response.text)
    const read = tokenSchema.safeParse(body)
    if (response.status === 200 && read.success) {
      const { access_token: token, expires_in } = read.data
      known = { token, renewAt: now() + expires_in * 1000 - tokenMarginMs }
      return { ok: true, token }
    }
    const refused = tokenErrorSchema.safeParse(body)
    const reason = refused.success ? refused.data.error : `http_${response.status}`
    log.warn({ status: response.status, reason }, 'Walley gave no access token')
    const isRefused = response.status >= 400 && response.status < 500 && !passing.has(response.status)
    return isRefused ? { ok: false, code: 'refused', reason } : { ok: false, code: 'provider_unavailable' }
  }

  /** Requests that need a token at the same time share one. */
  const tokenOf = async (): Promise<Token> => {
    if (known && now() < known.renewAt) return { ok: true, token: known.token }
    requested ??= requestToken().finally(() => {
      requested = undefined
    })
    return requested
  }

  const sendWith = async (token: string, request: WalleyRequest): Promise<WalleyResponse> => {
    const { method, path, body, idempotencyKey } = request
    return call(method, path, {
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'x-idempotency': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  return {
    async send(request) {
      const first = await tokenOf()
      if (!first.ok) return first
      let response = await sendWith(first.token, request)
      if (response.ok && response.status === 401) {
        if (known?.token === first.token) known = undefined
        const second = await tokenOf()
        if (!second.ok) return second
        response = await sendWith(second.token, request)
      }
      if (!response.ok) return { ok: false, code: 'provider_unavailable' }
      const { status, text } = response
      if (status < 200 || status > 299) return explain(request, status, text, log)
      const read = dataSchema.safeParse(parseJson(text))
      return { ok: true, data: read.success ? read.data.data : undefined }
    },
  }
}

/** The problem that an answer of 3xx to 5xx means; logged without what the request contained. */
function explain(
  { method, path }: WalleyRequest,
  status: number,
  text: string,
  log: WarningLog,
): ProviderProblem & { status: number } {
  if (status === 404) return { ok: false, code: 'unknown_payment', status }
  const read = errorSchema.safeParse(parseJson(text))
  const error = read.success ? read.data.error : undefined
  log.warn(
    {
      method,
      route: routeOf(path),
      status,
      errorCode: error?.code,
      reasons: error?.errors.map(({ reason }) => reason),
      fields: error?.errors.flatMap(({ message }) => fieldOf(message)),
      correlationId: read.success ? read.data.id : undefined,
    },
    'Walley refused a request',
  )
  const isBusinessError = status === businessError || error?.code === businessError
  if (!isBusinessError && (status >= 500 || passing.has(status)))
    return { ok: false, code: 'provider_unavailable', status }
  const reason = error?.errors.find((each) => each.reason !== '')?.reason
  return { ok: false, code: 'refused', reason: reason ?? `http_${status}`, status }
}

/** The field that a message names; the rest of it may repeat what a shopper entered. */
function fieldOf(message: string): string[] {
  return /^([A-Za-z]+(?:\[\d+\])?(?:\.[A-Za-z]+(?:\[\d+\])?)*):/.exec(message)?.slice(1, 2) ?? []
}

/** The path without ids. */
function routeOf(path: string): string {
  return path.replaceAll(/(checkouts|orders)\/[^/]+/g, '$1/:id')
}
