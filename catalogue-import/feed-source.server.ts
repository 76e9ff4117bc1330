/**
 * Opens a file for import: decompresses gzip, detects the format by the first bytes, and splits it into lines
 * of bounded length. The file name is ignored.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import { FeedFault } from './feed-fault.ts'

export type FeedFormat = 'tsv' | 'xml' | 'ndjson'

export interface FeedSource {
  format: FeedFormat
  /** Decompressed, without a byte order mark. Can be read once. */
  chunks: AsyncIterable<Buffer>
  /** Bytes of the file that were consumed, and its total size, for a progress bar. */
  bytesRead(): number
  bytesTotal: number
}

/**
 * Opens a file. Throws FeedFault when there is none or it holds no feed. `mostUnpackedBytes`: longer contents end with a
 * FeedFault while they are read, because a small file of gzip may unpack to a thousand times its size.
 */
export async function openFeed(
  file: string,
  { mostUnpackedBytes = Number.POSITIVE_INFINITY }: { mostUnpackedBytes?: number | undefined } = {},
): Promise<FeedSource> {
  const found = await stat(file).catch(() => null)
  if (!found) throw new FeedFault('no_file', { file })
  if (!found.isFile()) throw new FeedFault(found.isDirectory() ? 'is_folder' : 'not_plain', { file })
  const raw = createReadStream(file, { highWaterMark: 64 * 1024 })
  const { first: head, all } = await peek(raw, file)
  const gunzip = isGzip(head) ? gunzipped(all) : undefined
  let unpacked = gunzip ? await peek(gunzip, file) : { first: head, all }
  // Some systems compress a file that a web server then compresses again.
  if (gunzip && isGzip(unpacked.first)) unpacked = await peek(gunzipped(unpacked.all), file)
  if (gunzip && isGzip(unpacked.first)) throw new FeedFault('packed', { file })
  let handedOut = 0
  const count = (bytes: number) => {
    handedOut += bytes
    if (handedOut > mostUnpackedBytes)
      throw new FeedFault('too_large_unpacked', {
        file,
        megabytes: Math.floor(mostUnpackedBytes / 1024 / 1024),
      })
  }
  return {
    format: recognise(unpacked.first, file),
    chunks: withoutMark(counted(unpacked.all, count)),
    // Read-ahead would fill the progress bar of a small file long before its rows are imported.
    bytesRead: () => gunzip?.bytesWritten ?? handedOut,
    bytesTotal: found.size,
  }
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function gunzipped(chunks: AsyncIterable<Buffer>): Gunzip {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  pipeline(chunks, gunzip, () => {})
  return gunzip
}

async function* counted(chunks: AsyncIterable<Buffer>, count: (bytes: number) => void) {
  for await (const chunk of chunks) {
    count(chunk.length)
    yield chunk
  }
}

/** The first chunk, and an iterable of all of them. */
async function peek(
  stream: AsyncIterable<Buffer>,
  file: string,
): Promise<{ first: Buffer; all: AsyncIterable<Buffer> }> {
  const iterator = stream[Symbol.asyncIterator]()
  const next = async () => {
    try {
      return await iterator.next()
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'EACCES' || code === 'EPERM') throw new FeedFault('not_readable', { file })
      throw new FeedFault('damaged', { file, text: message })
    }
  }
  const begin = await next()
  const first: Buffer = begin.done ? Buffer.alloc(0) : begin.value
  async function* all(): AsyncGenerator<Buffer> {
    try {
      yield first
      for (let step = await next(); !step.done; step = await next()) yield step.value
    } finally {
      await iterator.return?.()
    }
  }
  return { first, all: all() }
}

function recognise(first: Buffer, file: string): FeedFormat {
  if (first.length === 0) throw new FeedFault('empty', { file })
  const [a, b] = first
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || isBareUtf16(first)) {
    throw new FeedFault('utf16', { file })
  }
  if (a === 0x50 && b === 0x4b) throw new FeedFault('archive', { file })
  const begin = first
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()[0]
  if (begin === '<') return 'xml'
  return begin === '{' ? 'ndjson' : 'tsv'
}

/** UTF-16 without a byte order mark: in a header, which is mostly ASCII, every second byte is zero. */
function isBareUtf16(first: Buffer): boolean {
  const bytes = first.subarray(0, 200)
  const zeros = [0, 1].map((side) => bytes.filter((byte, at) => at % 2 === side && byte === 0).length)
  return bytes.length >= 4 && zeros.some((count) => count > bytes.length / 4)
}

async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of chunks) {
    const marked = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
    isFirst = false
    yield marked ? chunk.subarray(3) : chunk
  }
}

export interface FeedLine {
  /** Without its line end; truncated when it is too long. */
  bytes: Buffer
  tooLong: boolean
}

/** Longer than any real row; a file without line ends must not fill the memory. */
export const maxLineBytes = 1024 * 1024

/** More than any real file has: every row is compared with the names of its columns. */
export const mostColumns = 1000

const lf = 0x0a
const cr = 0x0d

/** The first line end in the chunk; undefined without one. A CR that ends the chunk may be half of CR LF. */
function lineEndOf(chunk: Buffer): number | undefined {
  if (chunk.includes(lf)) return lf
  const first = chunk.indexOf(cr)
  return first !== -1 && first < chunk.length - 1 ? cr : undefined
}

/**
 * Splits at LF; a CR before it is part of the line end. A file whose first line ends with CR alone (old
 * Macintosh programs) is split at CR.
 */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<FeedLine> {
  let held: Buffer[] = []
  let heldBytes = 0
  const finish = (last: Buffer): FeedLine => {
    const bytes = heldBytes === 0 ? last : Buffer.concat([...held, last])
    const tooLong = heldBytes + last.length > maxLineBytes
    held = []
    heldBytes = 0
    const end = bytes.at(-1) === 0x0d ? bytes.length - 1 : bytes.length
    return { bytes: bytes.subarray(0, tooLong ? 1000 : end), tooLong }
  }
  let lineEnd: number | undefined
  for await (const chunk of chunks) {
    lineEnd ??= lineEndOf(chunk)
    const separator = lineEnd ?? lf
    let start = 0
    for (let end = chunk.indexOf(separator); end !== -1; end = chunk.indexOf(separator, start)) {
      yield finish(chunk.subarray(start, end))
      start = end + 1
    }
    const rest = chunk.subarray(start)
    // Beyond the limit only the length is tracked.
    if (heldBytes <= maxLineBytes) held.push(rest)
    heldBytes += rest.length
  }
  if (heldBytes > 0) yield finish(Buffer.alloc(0))
}
