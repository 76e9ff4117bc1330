/** GET requests to a carrier's API: headers, time limit, parsing. Keys and addresses are not logged. */
import type { z } from 'zod'
import type { CarrierLog } from './carrier-adapter.ts'

export interface CarrierRequest<Body> {
  /** Below the carrier's address, starts with a slash. */
  path: string
  /** The path without ids and postal codes, for the log. */
  route: string
  query: Record<string, string>
  schema: z.ZodType<Body>
}

export type CarrierAnswer<Body> = { ok: true; body: Body } | { ok: false; status: number | null }

export interface CarrierClient {
  get<Body>(request: CarrierRequest<Body>): Promise<CarrierAnswer<Body>>
  /** The entries of a list that can be read; one broken entry does not hide the others. */
  readEach<Entry>(list: readonly unknown[], schema: z.ZodType<Entry>): Entry[]
}

/** A payment provider that asks whether an order is still valid waits 3 s in all. */
const timeoutMs = 2_000

export function createCarrierClient(
  carrier: { name: string; url: string; headers?: Record<string, string> },
  log: CarrierLog,
): CarrierClient {
  const warn = (data: object, message: string) => log.warn({ carrier: carrier.name, ...data }, message)
  return {
    async get({ path, route, query, schema }) {
      let status: number | null = null
      try {
        const response = await fetch(`${carrier.url}${path}?${new URLSearchParams(query).toString()}`, {
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
          headers: { accept: 'application/json', ...carrier.headers },
        })
        status = response.status
        const text = await response.text()
        if (!response.ok) {
          warn({ route, status }, 'a carrier refused a request')
          return { ok: false, status }
        }
        const read = schema.safeParse(JSON.parse(text))
        if (read.success) return { ok: true, body: read.data }
        warn({ route, problems: pathsOf(read.error) }, 'a carrier’s answer has another shape')
      } catch (error) {
        warn({ route, status, reason: reasonOf(error) }, 'a carrier did not answer')
      }
      return { ok: false, status }
    },
    readEach(list, schema) {
      return list.flatMap((entry) => {
        const read = schema.safeParse(entry)
        if (read.success) return [read.data]
        warn({ problems: pathsOf(read.error) }, 'a service point cannot be read')
        return []
      })
    },
  }
}

function pathsOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => issue.path.join('.'))
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error as Error & { cause?: NodeJS.ErrnoException }
  return cause?.code ?? error.name
}
