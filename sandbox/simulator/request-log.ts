/**
 * Every request the simulated providers got and every callback they sent, with the answers, for tests and for
 * people. Secrets are masked; the newest exchanges are kept.
 */

export interface Exchange {
  id: number
  /** Virtual time of the request, ISO 8601. */
  at: string
  provider: string
  /** `request`: from the shop to the provider; `callback`: from the provider to the shop. */
  direction: 'request' | 'callback'
  /** Name of a callback, e.g. `push`. */
  callback: string | null
  method: string
  /** The provider's own path with its query; of a callback the whole address. */
  url: string
  request: Message
  /** Null: no answer. */
  response: (Message & { status: number }) | null
  /** Kind of the fault that was applied. */
  fault: string | null
}

export interface Message {
  /** Names in lower case. */
  headers: Record<string, string>
  /** Parsed where it is JSON; null where it is empty. */
  body: unknown
}

export interface RequestLog {
  add(exchange: Omit<Exchange, 'id'>): void
  list(): readonly Exchange[]
  clear(): void
}

const keptExchanges = 10_000

export function createRequestLog(): RequestLog {
  let exchanges: Exchange[] = []
  let id = 0
  return {
    add(exchange) {
      id += 1
      exchanges.push({ id, ...exchange, url: exchange.url.replaceAll(secretQuery, `$1${masked}`) })
      if (exchanges.length > keptExchanges) exchanges = exchanges.slice(-keptExchanges)
    },
    list: () => exchanges,
    clear: () => {
      exchanges = []
    },
  }
}

const secretHeaders = /^(?:authorization|proxy-authorization|cookie|set-cookie|stripe-signature|.*api-key)$/
const secretMembers = /^(?:client_secret|access_token|refresh_token|password|secret)$/
const secretParameters = /(^|&)(client_secret|access_token|refresh_token|password|secret)=[^&]*/g
const secretQuery = /([?&]apikey=)[^&]*/gi
const masked = '***'

/** Headers and body as the log keeps them. */
export function describeMessage(
  headers: Record<string, string | string[] | number | undefined>,
  body: string | undefined,
): Message {
  const kept = Object.entries(headers).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = Array.isArray(value) ? value.join(', ') : String(value)
    return [[name.toLowerCase(), secretHeaders.test(name.toLowerCase()) ? maskHeader(text) : text]]
  })
  return { headers: Object.fromEntries(kept) as Record<string, string>, body: describeBody(body) }
}

/** The scheme of an Authorization header says which kind of login was tried. */
function maskHeader(text: string): string {
  const [, scheme] = /^(Basic|Bearer) /.exec(text) ?? []
  return scheme === undefined ? masked : `${scheme} ${masked}`
}

function describeBody(body: string | undefined): unknown {
  if (body === undefined || body === '') return null
  try {
    return JSON.parse(body, (name, value: unknown) =>
      secretMembers.test(name) && typeof value === 'string' ? masked : value,
    )
  } catch {
    return body.replaceAll(secretParameters, `$1$2=${masked}`)
  }
}
