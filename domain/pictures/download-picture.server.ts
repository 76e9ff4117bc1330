/**
 * Downloads the bytes of an untrusted address. Every host name is resolved here, each of its addresses is
 * checked, and the connection goes to the checked address itself, so that a different second DNS answer (DNS
 * rebinding) has no effect; redirects are followed manually under the same checks.
 */
import { lookup, type LookupAddress } from 'node:dns'
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP } from 'node:net'
import { largestPictureBytes } from './inspect-picture.server.ts'
import type { PictureFailure } from './picture-failure.ts'
import { publicNetwork, type NetworkPolicy } from './public-network.server.ts'

export interface DownloadValidators {
  etag: string | null
  lastModified: string | null
}

export type Download =
  | ({ ok: true; modified: true; bytes: Buffer } & DownloadValidators)
  | { ok: true; modified: false }
  | PictureFailure

/** `validators` are those of the stored bytes: the server may answer that they are unchanged. */
export type DownloadPicture = (
  address: string,
  validators: DownloadValidators,
  signal: AbortSignal,
) => Promise<Download>

export interface DownloaderOptions {
  /** Which addresses may be connected to; tests allow their own server. */
  network?: NetworkPolicy
  /** All addresses of a host name. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** For the whole download, redirects included. */
  timeoutMs?: number
}

const mostRedirects = 3
const defaultTimeoutMs = 30_000
/** Addresses of one host that are tried one after another until one accepts the connection. */
const mostConnects = 3
const longestValidator = 500

/** Thrown only inside this file, and converted to a result. */
class DownloadFault extends Error {
  readonly failure: PictureFailure
  constructor(code: PictureFailure['code'], detail?: string) {
    super(code)
    this.failure = { ok: false, code, ...(detail !== undefined && { detail }) }
  }
}

/** Creates the download function. It throws only when `signal` is aborted. */
export function createPictureDownloader(options: DownloaderOptions = {}): DownloadPicture {
  const { network = publicNetwork, resolve = resolveAll, timeoutMs = defaultTimeoutMs } = options
  return async (address, validators, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const limits = { network, resolve, signal: AbortSignal.any([signal, timeout]) }
    try {
      return await follow(address, validators, limits)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof DownloadFault) return error.failure
      if (timeout.aborted) return { ok: false, code: 'timeout' }
      const { code } = error as { code?: unknown }
      return { ok: false, code: 'unreachable', ...(typeof code === 'string' && { detail: code }) }
    }
  }
}

interface Limits {
  network: NetworkPolicy
  resolve: (host: string) => Promise<LookupAddress[]>
  signal: AbortSignal
}

async function follow(address: string, validators: DownloadValidators, limits: Limits): Promise<Download> {
  let url = readAddress(address, undefined)
  for (let redirects = 0; ; redirects++) {
    const answer = await ask(url, validators, limits)
    const status = answer.statusCode ?? 0
    if (status === 200) return readAnswer(answer, limits.signal)
    answer.destroy()
    if (status === 304 && (validators.etag !== null || validators.lastModified !== null))
      return { ok: true, modified: false }
    const { location } = answer.headers
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined)
      throw new DownloadFault('http_status', String(status))
    if (redirects === mostRedirects) throw new DownloadFault('too_many_redirects')
    url = readAddress(location, url)
  }
}

function readAddress(text: string, base: URL | undefined): URL {
  const url = URL.parse(text, base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw new DownloadFault('bad_address')
  return url
}

/** One request, resolved when its headers arrive. */
async function ask(
  url: URL,
  validators: DownloadValidators,
  { network, resolve, signal }: Limits,
): Promise<http.IncomingMessage> {
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
  if (!network.allowsPort(port)) throw new DownloadFault('bad_address', `port ${port}`)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await abortable(resolve(host), signal).catch((error: unknown) => {
    signal.throwIfAborted()
    throw new DownloadFault('unknown_host', (error as { code?: string }).code)
  })
  // A host with one private address among several is not meant to be public.
  const forbidden = addresses.find(({ address }) => !network.allowsAddress(address))
  if (forbidden) throw new DownloadFault('forbidden_address', forbidden.address)
  let fault: unknown = new DownloadFault('unknown_host')
  for (const { address, family } of addresses.slice(0, mostConnects)) {
    try {
      return await request(url, { address, family, port, host }, validators, signal)
    } catch (error) {
      signal.throwIfAborted()
      fault = error
    }
  }
  throw fault
}

/** Rejects when the signal aborts, for a promise that does not support signals. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

interface Target {
  /** The checked address; an IP literal needs no look-up. */
  address: string
  family: number
  port: number
  host: string
}

function request(
  url: URL,
  { address, family, port, host }: Target,
  { etag, lastModified }: DownloadValidators,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const send = url.protocol === 'https:' ? https.request : http.request
  return new Promise((resolve, reject) => {
    const sent = send(
      {
        method: 'GET',
        host: address,
        family,
        port,
        // The certificate is verified against the host name, not against the IP address.
        servername: isIP(host) ? '' : host,
        path: url.pathname + url.search,
        headers: {
          host: url.host,
          accept: 'image/avif,image/webp,image/jpeg,image/png,image/gif',
          'accept-encoding': 'identity',
          'user-agent': 'Anode-pictures/1.0',
          ...(etag !== null && { 'if-none-match': etag }),
          ...(lastModified !== null && { 'if-modified-since': lastModified }),
        },
        // A separate connection: a reused one could belong to the check of another name.
        agent: false,
        signal,
      },
      resolve,
    )
    sent.on('error', reject)
    sent.end()
  })
}

async function readAnswer(answer: http.IncomingMessage, signal: AbortSignal): Promise<Download> {
  const { headers } = answer
  const encoding = headers['content-encoding'] ?? 'identity'
  const parts: Buffer[] = []
  let size = 0
  try {
    if (encoding !== 'identity') throw new DownloadFault('wrong_type', `encoded as ${encoding.slice(0, 40)}`)
    if (Number(headers['content-length']) > largestPictureBytes) throw new DownloadFault('too_large')
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length
      if (size > largestPictureBytes) throw new DownloadFault('too_large')
      parts.push(part)
    }
  } finally {
    answer.destroy()
  }
  signal.throwIfAborted()
  const validator = (text: string | undefined) =>
    text === undefined || text.length > longestValidator ? null : text
  return {
    ok: true,
    modified: true,
    bytes: Buffer.concat(parts, size),
    etag: validator(headers.etag),
    lastModified: validator(headers['last-modified']),
  }
}

/** The system's resolver; an IP literal resolves to itself. */
function resolveAll(host: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(host, { all: true, order: 'ipv4first' }, (error, found) => {
      if (error) reject(error)
      else resolve(found)
    })
  })
}
