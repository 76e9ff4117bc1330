/**
 * Notices a proxy that the configuration does not know of: requests carry X-Forwarded-For while nobody is trusted to
 * send it, so that all limits count the proxy's address and take all shoppers for one.
 */
import type { IncomingHttpHeaders } from 'node:http'

/** Warns of the first request that was forwarded; answers what looks at a request's headers. */
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
