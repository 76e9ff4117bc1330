/**
 * HTTP to Kustom for one merchant account: authentication, time limit, errors. It never retries: callers
 * repeat an operation with the same idempotency key when its outcome is unknown.
 */
import { z } from 'zod'
import type { ProviderProblem } from '../../domain/payments/payment-provider.ts'
import { parseJson } from '../../providers/parse-json.ts'
import { fetchFailure } from '../../providers/fetch-failure.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'
import type { KustomAccount } from './account.ts'

export interface KustomRequest {
  method: 'GET' | 'POST' | 'PATCH'
  /** Starts with a slash. */
  path: string
  body?: object
  /** UUID of version 4. */
  idempotencyKey?: string
}

export type KustomAnswer =
  | { ok: true; headers: Headers; /** Parsed JSON; undefined where the answer is not JSON. */ body: unknown }
  | ProviderProblem

export interface KustomClient {
  send(request: KustomRequest): Promise<KustomAnswer>
}

/** Kustom itself gives up after 30 s; a shopper does not wait that long. */
const timeoutMs = 10_000

const errorSchema = z.object({
  error_code: z.string(),
  error_messages: z.array(z.string()).default([]),
  correlation_id: z.string().optional(),
})

/** Statuses after which the same request may succeed. */
const passing = new Set([408, 423, 425, 429])

export function createKustomClient(account: KustomAccount, log: WarningLog): KustomClient {
  const authorization = `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`
  return {
    async send({ method, path, body, idempotencyKey }) {
      let response: Response
      let text: string
      try {
        response = await fetch(`${account.url}${path}`, {
          method,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: {
            accept: 'application/json',
            authorization,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(idempotencyKey !== undefined && { 'klarna-idempotency-key': idempotencyKey }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        text = await response.text()
      } catch (error) {
        log.warn({ method, route: routeOf(path), reason: fetchFailure(error) }, 'Kustom did not answer')
        return { ok: false, code: 'provider_unavailable' }
      }
      const parsed = parseJson(text)
      if (response.ok) return { ok: true, headers: response.headers, body: parsed }
      return explain({ method, path, status: response.status, body: parsed }, log)
    },
  }
}

/** The problem that an answer of 3xx to 5xx means; logged without what the request contained. */
function explain(
  answer: { method: string; path: string; status: number; body: unknown },
  log: WarningLog,
): ProviderProblem {
  const { method, path, status, body } = answer
  // An unknown or expired checkout session has an empty body, an unknown order a body of its own.
  if (status === 404) return { ok: false, code: 'unknown_payment' }
  // A proxy may answer with a page instead of JSON.
  const read = errorSchema.safeParse(body)
  const error = read.success ? read.data : undefined
  log.warn(
    {
      method,
      route: routeOf(path),
      status,
      errorCode: error?.error_code,
      fields: error?.error_messages.flatMap(fieldOf),
      correlationId: error?.correlation_id,
    },
    'Kustom refused a request',
  )
  if (status >= 500 || passing.has(status)) return { ok: false, code: 'provider_unavailable' }
  if (error?.error_code === 'READ_ONLY_ORDER') return { ok: false, code: 'read_only' }
  return { ok: false, code: 'refused', reason: error?.error_code ?? `http_${status}` }
}

/** The field that a message names; the rest of it may repeat what a shopper entered. */
function fieldOf(message: string): string[] {
  return /^(?:Bad value: )?([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)*)/.exec(message)?.slice(1, 2) ?? []
}

/** The path without ids. */
function routeOf(path: string): string {
  return path.replaceAll(/(orders|captures|refunds)\/[^/]+/g, '$1/:id')
}
