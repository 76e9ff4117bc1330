/** Fetches the file of an import from an untrusted address (`domain/network/`); redirects are followed under the same checks. */
import { createHash } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import {
  checkedRequest,
  followRedirects,
  readAddress,
  RequestRefused,
  requestProblem,
  resolveAll,
  type RequestLimits,
} from '../../domain/network/checked-request.server.ts'
import { publicNetwork, type NetworkPolicy } from '../../domain/network/public-network.server.ts'
import type { ScheduledProblem } from './scheduled-import.ts'

export interface FileNetwork {
  /** Which addresses may be connected to; tests allow their own server. */
  network?: NetworkPolicy
  /** All addresses of a host name. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** For the whole download, redirects included. */
  timeoutMs?: number
}

export interface FileRequest {
  url: string
  login: { user: string; password: string } | null
  /** Of the file that was fetched before: the host may answer that it is the same. */
  etag: string | null
  lastModified: string | null
  /** Where it is written. */
  path: string
  mostBytes: number
}

export type FetchedFile =
  | { ok: true; isNew: true; etag: string | null; lastModified: string | null; sha256: Buffer }
  | { ok: true; isNew: false }
  | { ok: false; code: ScheduledProblem; detail?: string }

const defaultTimeoutMs = 3 * 60_000
const longestValidator = 500

class TooLarge extends Error {}

/** Writes the file to `path`. Throws only for faults of the node's own disk. */
export async function downloadFile(
  request: FileRequest,
  { network = publicNetwork, resolve = resolveAll, timeoutMs = defaultTimeoutMs }: FileNetwork = {},
): Promise<FetchedFile> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await follow(request, { network, resolve, signal })
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, code: 'too_large' }
    const { syscall } = error as { syscall?: unknown }
    if (!signal.aborted && (syscall === 'open' || syscall === 'write')) throw error
    return { ok: false, ...requestProblem(error, signal) }
  }
}

async function follow(request: FileRequest, limits: RequestLimits): Promise<FetchedFile> {
  const first = readAddress(request.url)
  const answer = await followRedirects(first, async (url) => {
    // Nobody on the way may read the file or write another one.
    if (first.protocol === 'https:' && url.protocol !== 'https:') throw new RequestRefused('bad_address')
    // The login is for the host that it was entered for, and no other.
    return ask(url, request, { limits, hasLogin: url.origin === first.origin })
  })
  if (answer === null) return { ok: false, code: 'too_many_redirects' }
  const { statusCode: status } = answer
  if (status === 200) return keep(answer, request, limits.signal)
  answer.destroy()
  return status === 304
    ? { ok: true, isNew: false }
    : { ok: false, code: 'http_status', detail: String(status ?? 0) }
}

const ask = (
  url: URL,
  { login, etag, lastModified }: FileRequest,
  { limits, hasLogin }: { limits: RequestLimits; hasLogin: boolean },
): Promise<IncomingMessage> =>
  checkedRequest(
    url,
    {
      method: 'GET',
      headers: {
        accept: '*/*',
        'accept-encoding': 'identity',
        'user-agent': 'Anode-imports/1.0',
        ...(login !== null && hasLogin && { authorization: basic(login) }),
        ...(etag !== null && { 'if-none-match': etag }),
        ...(lastModified !== null && { 'if-modified-since': lastModified }),
      },
    },
    limits,
  )

const basic = ({ user, password }: { user: string; password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

async function keep(
  answer: IncomingMessage,
  { path, mostBytes }: FileRequest,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const digest = createHash('sha256')
  let size = 0
  async function* counted(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      size += part.length
      if (size > mostBytes) throw new TooLarge()
      digest.update(part)
      yield part
    }
  }
  await pipeline(answer, counted, createWriteStream(path, { mode: 0o600 }), { signal })
  const validator = (text: string | undefined) =>
    text === undefined || text.length > longestValidator ? null : text
  return {
    ok: true,
    isNew: true,
    etag: validator(answer.headers.etag),
    lastModified: validator(answer.headers['last-modified']),
    sha256: digest.digest(),
  }
}
