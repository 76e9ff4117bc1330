/** Tells the shop of faults in the browser (ERROR-08, API-28). A report that fails is not reported. */
import { apiBaseUrl } from './api-client.ts'

/** Beyond this many a page has said enough. */
const mostReports = 10
let reports = 0

/** Sends one fault to POST /captuerr; the answer is not looked at. */
export function reportError(error: unknown): void {
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

/** Listens for errors nobody caught and promises nobody waited for. */
export function startErrorReports(): void {
  addEventListener('error', (event) => reportError(event.error ?? event.message))
  addEventListener('unhandledrejection', (event) => reportError(event.reason))
}
