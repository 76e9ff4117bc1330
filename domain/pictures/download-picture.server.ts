/**
 * Downloads the bytes of an untrusted address (`domain/network/`); redirects are followed under the same checks.
 */
import type { LookupAddress } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import {
  checkedRequest,
  followRedirects,
  readAddress,
  requestProblem,
  resolveAll,
  type RequestLimits,
} from '../network/checked-request.server.ts'
import { largestPictureBytes } from './inspect-picture.server.ts'
import type { PictureFailure } from './picture-failure.ts'
import { publicNetwork, type NetworkPolicy } from '../network/public-network.server.ts'

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

const defaultTimeoutMs = 30_000
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
      return { ok: false, ...requestProblem(error, timeout) }
    }
  }
}

async function follow(
  address: string,
  validators: DownloadValidators,
  limits: RequestLimits,
): Promise<Download> {
  const answer = await followRedirects(readAddress(address), (url) => ask(url, validators, limits))
  if (answer === null) throw new DownloadFault('too_many_redirects')
  const { statusCode: status = 0 } = answer
  if (status === 200) return readAnswer(answer, limits.signal)
  answer.destroy()
  if (status === 304 && (validators.etag !== null || validators.lastModified !== null))
    return { ok: true, modified: false }
  throw new DownloadFault('http_status', String(status))
}

const ask = (
  url: URL,
  { etag, lastModified }: DownloadValidators,
  limits: RequestLimits,
): Promise<IncomingMessage> =>
  checkedRequest(
    url,
    {
      method: 'GET',
      headers: {
        accept: 'image/avif,image/webp,image/jpeg,image/png,image/gif',
        'accept-encoding': 'identity',
        'user-agent': 'Anode-pictures/1.0',
        ...(etag !== null && { 'if-none-match': etag }),
        ...(lastModified !== null && { 'if-modified-since': lastModified }),
      },
    },
    limits,
  )

async function readAnswer(answer: IncomingMessage, signal: AbortSignal): Promise<Download> {
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
