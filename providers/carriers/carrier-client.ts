/**
 * Requests to a carrier's API: headers, time limits, parsing. Keys, addresses of buyers and the carrier's words about
 * them are not logged.
 */
import type { z } from 'zod'
import { fetchFailure } from '../fetch-failure.ts'
import type { WarningLog } from '../../domain/log/warning-log.ts'

export interface CarrierRequest<Body> {
  /** Below the carrier's address, starts with a slash. */
  path: string
  /** The path without ids and postal codes, for the log. */
  route: string
  query: Record<string, string>
  /** In addition to those of the carrier. */
  headers?: Record<string, string>
  schema: z.ZodType<Body>
}

export type CarrierAnswer<Body> = { ok: true; body: Body } | { ok: false; status: number | null }

/** A request that changes something at the carrier. */
export interface CarrierCommand<Body> extends CarrierRequest<Body> {
  method: 'POST' | 'PUT' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
}

export type CommandAnswer<Body> =
  | { ok: true; body: Body }
  /** The carrier refused it: nothing was changed. `body`: its answer, undefined where it is no JSON. */
  | { ok: false; code: 'refused'; status: number; body: unknown }
  /** No answer, or none that can be read: it may have taken effect. */
  | { ok: false; code: 'unknown' }

export interface CarrierClient {
  get<Body>(request: CarrierRequest<Body>): Promise<CarrierAnswer<Body>>
  send<Body>(command: CarrierCommand<Body>): Promise<CommandAnswer<Body>>
  /** Downloads a PDF from an address that the carrier gave; null where there is none. */
  download(url: string): Promise<Uint8Array | null>
  /** The entries of a list that can be read; one broken entry does not hide the others. */
  readEach<Entry>(list: readonly unknown[], schema: z.ZodType<Entry>): Entry[]
}

/** A payment provider that asks whether an order is still valid waits 3 s in all. */
const queryTimeoutMs = 2_000
/** Carriers draw the label while the client waits. */
const commandTimeoutMs = 20_000
const largestLabelBytes = 5_000_000

export function createCarrierClient(
  carrier: { name: string; url: string; headers?: Record<string, string> },
  log: WarningLog,
): CarrierClient {
  const warn = (data: object, message: string) => log.warn({ carrier: carrier.name, ...data }, message)
  const addressOf = ({ path, query }: Pick<CarrierRequest<unknown>, 'path' | 'query'>): string => {
    const parameters = new URLSearchParams(query).toString()
    return `${carrier.url}${path}${parameters === '' ? '' : `?${parameters}`}`
  }
  return {
    async get({ route, schema, headers, ...place }) {
      let status: number | null = null
      try {
        const response = await fetch(addressOf(place), {
          redirect: 'error',
          signal: AbortSignal.timeout(queryTimeoutMs),
          headers: { accept: 'application/json', ...carrier.headers, ...headers },
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
        warn({ route, status, reason: fetchFailure(error) }, 'a carrier did not answer')
      }
      return { ok: false, status }
    },
    async send({ method, body, route, schema, headers, ...place }) {
      let status: number | null = null
      try {
        const response = await fetch(addressOf(place), {
          method,
          redirect: 'error',
          signal: AbortSignal.timeout(commandTimeoutMs),
          headers: {
            accept: 'application/json',
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...carrier.headers,
            ...headers,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        status = response.status
        const answer = parseJson(await response.text())
        if (!response.ok) {
          warn({ route, status }, 'a carrier refused a request')
          return isFinal(status)
            ? { ok: false, code: 'refused', status, body: answer }
            : { ok: false, code: 'unknown' }
        }
        const read = schema.safeParse(answer)
        if (read.success) return { ok: true, body: read.data }
        warn({ route, problems: pathsOf(read.error) }, 'a carrier’s answer has another shape')
      } catch (error) {
        warn({ route, status, reason: fetchFailure(error) }, 'a carrier did not answer')
      }
      return { ok: false, code: 'unknown' }
    },
    async download(url) {
      try {
        if (!isAllowed(url, carrier.url)) throw new TypeError('address')
        const response = await fetch(url, { signal: AbortSignal.timeout(commandTimeoutMs) })
        const bytes = new Uint8Array(await response.arrayBuffer())
        const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
        if (response.ok && isPdf && bytes.length <= largestLabelBytes) return bytes
        warn({ status: response.status }, 'a carrier’s label is no PDF')
      } catch (error) {
        warn({ reason: fetchFailure(error) }, 'a carrier’s label could not be downloaded')
      }
      return null
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

/** Whether a status says that nothing was changed: errors of the client, except where it may try again. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![408, 409, 423, 425, 429].includes(status)
}

/** Labels are on the carrier's own hosts or in its storage: any encrypted address, or the simulator's. */
function isAllowed(url: string, carrierUrl: string): boolean {
  return (
    URL.canParse(url) && (url.startsWith('https://') || new URL(url).origin === new URL(carrierUrl).origin)
  )
}

function parseJson(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function pathsOf(error: z.ZodError): string[] {
  return error.issues.map((issue) => issue.path.join('.'))
}
