/**
 * Reports faults in the browser to the shop (ERROR-08, API-28). Loaded with the first fault. A report that
 * fails is not reported.
 */
import { isRouteErrorResponse } from 'react-router'
import { apiBaseUrl } from './api-client.ts'

/** Maximum number of reports per page. */
const mostReports = 10
let reports = 0

/** Sends one fault to POST /captuerr; the response is ignored. A page that does not exist is no fault. */
export function reportError(error: unknown): void {
  if (isRouteErrorResponse(error)) return
  if (++reports > mostReports) return
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: null }
  void fetch(`${apiBaseUrl()}/captuerr`, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      error: message.slice(0, 2000),
      level: 'error',
      stack: stack?.slice(0, 8000) ?? null,
      userAgent: navigator.userAgent.slice(0, 500),
      url: location.href.slice(0, 2000),
    }),
  }).catch(() => {})
}
