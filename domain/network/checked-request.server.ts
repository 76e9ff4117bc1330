/**
 * Requests to untrusted addresses. Every host name is resolved here, each of its addresses is checked, and the connection
 * goes to the checked address itself, so that a different second DNS answer (DNS rebinding) has no effect.
 */
import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import * as net from 'node:net'
import { abortable } from './abortable.ts'
import { publicNetwork, type NetworkPolicy } from './public-network.server.ts'

/** The address cannot be asked: it is none, its port or address is not allowed, or its host is not known. */
export class RequestRefused extends Error {
  override name = 'RequestRefused'
  readonly code: 'bad_address' | 'unknown_host' | 'forbidden_address'
  readonly detail: string | undefined
  constructor(code: RequestRefused['code'], detail?: string) {
    super(code)
    this.code = code
    this.detail = detail
  }
}

/** What can be asked at all; tests allow servers of their own. */
export interface WebAccess {
  network: NetworkPolicy
  /** All addresses of a host name. */
  resolve: (host: string) => Promise<LookupAddress[]>
}

export interface RequestLimits extends WebAccess {
  signal: AbortSignal
}

export interface CheckedRequest {
  method: 'GET' | 'POST'
  /** Without `host`. */
  headers: Readonly<Record<string, string>>
  body?: string
}

/** Addresses of one host that are tried one after another until one accepts the connection. */
const mostConnects = 3

/** Reads an address of the web. Throws `RequestRefused`. */
export function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new RequestRefused('bad_address')
  return url
}

const mostRedirects = 3
const redirectStatuses: readonly (number | undefined)[] = [301, 302, 303, 307, 308]

/**
 * Asks an address and those that it redirects to, under the checks of each request; the answer is the first that is no
 * redirect. Null: there are too many.
 */
export async function followRedirects(
  first: URL,
  ask: (url: URL) => Promise<http.IncomingMessage>,
): Promise<http.IncomingMessage | null> {
  let url = first
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url)
    const { location } = answer.headers
    if (!redirectStatuses.includes(answer.statusCode) || location === undefined) return answer
    answer.destroy()
    if (redirects === mostRedirects) return null
    url = readAddress(location, url)
  }
}

export interface RequestProblem {
  code: RequestRefused['code'] | 'timeout' | 'unreachable'
  detail?: string
}

/** Why a request failed. `timeout`: the signal of its time limit. */
export function requestProblem(error: unknown, timeout: AbortSignal): RequestProblem {
  if (error instanceof RequestRefused)
    return { code: error.code, ...(error.detail !== undefined && { detail: error.detail }) }
  if (timeout.aborted) return { code: 'timeout' }
  const { code } = error as { code?: unknown }
  return { code: 'unreachable', ...(typeof code === 'string' && { detail: code }) }
}

/**
 * One request, resolved when the headers of its answer arrive; redirects are not followed. Throws `RequestRefused`, the
 * error of the connection, or the reason of the signal.
 */
export async function checkedRequest(
  url: URL,
  request: CheckedRequest,
  { network, resolve, signal }: RequestLimits,
): Promise<http.IncomingMessage> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  const host = hostOf(url)
  let fault: unknown = new RequestRefused('unknown_host')
  for (const { address, family } of await checkedAddresses({ host, port }, { network, resolve, signal })) {
    try {
      return await send(url, { address, family, port, host }, request, signal)
    } catch (error) {
      signal.throwIfAborted()
      // What may have arrived is not sent to another address.
      if (request.method === 'POST' && !isNotConnected(error)) throw error
      fault = error
    }
  }
  throw fault
}

/** The host of an address, an IPv6 literal without brackets. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * The addresses of a host to which a connection is tried, one after another. Throws `RequestRefused` where the port or
 * any address of the host is not allowed.
 */
async function checkedAddresses(
  { host, port }: { host: string; port: number },
  { network, resolve, signal }: RequestLimits,
): Promise<LookupAddress[]> {
  if (!network.allowsPort(port)) throw new RequestRefused('bad_address', `port ${port}`)
  const addresses = await abortable(resolve(host), signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new RequestRefused('unknown_host', (error as { code?: string }).code)
  })
  // A host with one private address among several is not meant to be public.
  const forbidden = addresses.find(({ address }) => !network.allowsAddress(address))
  if (forbidden) throw new RequestRefused('forbidden_address', forbidden.address)
  return addresses.slice(0, mostConnects)
}

/**
 * A connection to the host of an address, for protocols other than HTTP, under the same checks. Destroyed when the
 * signal aborts. Throws `RequestRefused`, the error of the connection, or the reason of the signal.
 */
export async function checkedConnection(
  url: URL,
  usualPort: number,
  limits: RequestLimits,
): Promise<net.Socket> {
  const { signal } = limits
  const port = Number(url.port) || usualPort
  let fault: unknown = new RequestRefused('unknown_host')
  for (const { address } of await checkedAddresses({ host: hostOf(url), port }, limits)) {
    // Questions and answers of a few bytes: each would wait for the acknowledgement of the one before.
    const socket = net.connect({ host: address, port, signal, noDelay: true })
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      socket.destroy()
      signal.throwIfAborted()
      fault = error
    }
  }
  throw fault
}

/** Nothing was sent. */
const isNotConnected = (error: unknown): boolean =>
  ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'].includes(
    String((error as { code?: unknown }).code),
  )

interface Target {
  /** The checked address; an IP literal needs no look-up. */
  address: string
  family: number
  port: number
  host: string
}

function send(
  url: URL,
  { address, family, port, host }: Target,
  { method, headers, body }: CheckedRequest,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const open = url.protocol === 'https:' ? https.request : http.request
  return new Promise((resolve, reject) => {
    const sent = open(
      {
        method,
        host: address,
        family,
        port,
        // The certificate is verified against the host name, not against the IP address.
        servername: net.isIP(host) ? '' : host,
        path: url.pathname + url.search,
        headers: { host: url.host, ...headers },
        // A separate connection: a reused one could belong to the check of another name.
        agent: false,
        signal,
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** How long a name server may take, in milliseconds, and how often it is asked. */
const resolver = new Resolver({ timeout: 3_000, tries: 2 })

/**
 * Asks the system's name servers; an IP literal resolves to itself. Not by `lookup`, which occupies one of the few threads
 * of the process for as long as a name server hangs; so names of the hosts file are not known.
 */
export async function resolveAll(host: string): Promise<LookupAddress[]> {
  const literal = net.isIP(host)
  if (literal !== 0) return [{ address: host, family: literal }]
  // No name server is to be asked (RFC 6761, 6.3).
  if (/(?:^|\.)localhost\.?$/i.test(host)) return [{ address: '127.0.0.1', family: 4 }]
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (addresses.length === 0 && four.status === 'rejected') throw four.reason
  return addresses
}

/** The public internet, as its name servers know it. */
export const publicWeb: WebAccess = { network: publicNetwork, resolve: resolveAll }
