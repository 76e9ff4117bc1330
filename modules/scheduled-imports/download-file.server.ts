/**
 * Fetches the file of an import from an untrusted address (`domain/network/`): by HTTPS, where redirects are followed under
 * the same checks, or by SFTP.
 */
import { createHash } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
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
import { publicNetwork, publicSsh, type NetworkPolicy } from '../../domain/network/public-network.server.ts'
import type { ScheduledProblem } from './scheduled-import.ts'

export interface FileNetwork {
  /** Which addresses may be connected to, by default the public ones; tests allow their own server. */
  network?: NetworkPolicy
  /** All addresses of a host name. */
  resolve?: (host: string) => Promise<LookupAddress[]>
  /** For the whole download, redirects included. */
  timeoutMs?: number
}

export interface Login {
  user: string
  password: string
}

export interface FileRequest {
  url: string
  login: Login | null
  /** Fingerprint of the key of an SFTP host; null: none was accepted. */
  hostKey: string | null
  /** The one that the host has shown to staff before they accept it. */
  seenHostKey: string | null
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
  /** `hostKey`: the fingerprint of an SFTP host that is not the accepted one. */
  | { ok: false; code: ScheduledProblem; detail?: string; hostKey?: string }

const defaultTimeoutMs = 3 * 60_000
const longestValidator = 500

/** The file has more bytes than it may have. */
export class TooLarge extends Error {}

/** Writes the file to `path`. Throws only for faults of the node's own disk. */
export async function downloadFile(
  request: FileRequest,
  { network, resolve = resolveAll, timeoutMs = defaultTimeoutMs }: FileNetwork = {},
): Promise<FetchedFile> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    if (URL.parse(request.url)?.protocol === 'sftp:') {
      // A shop without such imports loads no SSH.
      const { downloadBySftp } = await import('./sftp-file.server.ts')
      return await downloadBySftp(request, { network: network ?? publicSsh, resolve, signal })
    }
    return await follow(request, { network: network ?? publicNetwork, resolve, signal })
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

const basic = ({ user, password }: Login): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

async function keep(
  answer: IncomingMessage,
  request: FileRequest,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const { sha256 } = await keepContents(answer, request, signal)
  const validator = (text: string | undefined) =>
    text === undefined || text.length > longestValidator ? null : text
  return {
    ok: true,
    isNew: true,
    etag: validator(answer.headers.etag),
    lastModified: validator(answer.headers['last-modified']),
    sha256,
  }
}

/** Writes what arrives to the file of the request. Throws `TooLarge`. */
export async function keepContents(
  contents: Readable,
  { path, mostBytes }: Pick<FileRequest, 'path' | 'mostBytes'>,
  signal: AbortSignal,
): Promise<{ sha256: Buffer; size: number }> {
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
  await pipeline(contents, counted, createWriteStream(path, { mode: 0o600 }), { signal })
  return { sha256: digest.digest(), size }
}
