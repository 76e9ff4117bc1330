/** The official SDK for one account, and what its errors mean for a payment. */
import Stripe from 'stripe'
import type { ProviderProblem } from '../../domain/payments/payment-provider.ts'
import type { StripeAccount } from './account.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

/** A shopper does not wait longer. */
const timeoutMs = 10_000

/**
 * It never retries by itself: callers repeat an operation with the same idempotency key when its outcome is
 * unknown. The API version is the one that the SDK is written for.
 */
export function createStripeClient({ apiUrl, secretKey }: StripeAccount): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchAt(apiUrl)),
  })
}

/** The SDK knows hosts but no paths: a simulator's address has one. */
function fetchAt(apiUrl: string): typeof fetch {
  return (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return fetch(`${apiUrl}${pathname}${search}`, { ...init, redirect: 'error' })
  }
}

/** What an error of the SDK means; logged without what the request contained. Rethrows what is none. */
export function explainError(error: unknown, route: string, log: WarningLog): ProviderProblem {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { statusCode: status, code, param, requestId } = error
  log.warn(
    { route, status, errorType: error.type, errorCode: code, param, requestId },
    'Stripe refused a request',
  )
  const isPassing = status === undefined || status >= 500 || status === 409 || status === 429
  // An answer of 200 that is not JSON is an error of the SDK without a code.
  if (
    isPassing ||
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeAPIError
  )
    return { ok: false, code: 'provider_unavailable' }
  if (status === 404) return { ok: false, code: 'unknown_payment' }
  if (code === 'payment_intent_unexpected_state') return { ok: false, code: 'read_only' }
  return { ok: false, code: 'refused', reason: code ?? error.rawType ?? `http_${status}` }
}
