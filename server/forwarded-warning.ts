/**
 * Detects a proxy that is not configured: requests carry X-Forwarded-For while no proxy is trusted, so that
 * all limits count the proxy's address and treat all shoppers as one client.
 */
import type { IncomingHttpHeaders } from 'node:http'

/** Warns about the first forwarded request; returns a function that checks a request's headers. */
export function forwardedWarning(
  trustedProxies: number,
  log: { warn(message: string): void },
): (headers: IncomingHttpHeaders) => void {
  let warned = trustedProxies > 0
  return (headers) => {
    if (warned || headers['x-forwarded-for'] === undefined) return
    warned = true
    log.warn(
      'Requests carry X-Forwarded-For, which is not believed: TRUSTED_PROXIES is 0. Behind a proxy all shoppers count as one for every limit, the credit of a network included: set TRUSTED_PROXIES to the number of proxies.',
    )
  }
}
