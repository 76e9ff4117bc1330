/**
 * Opens a file for import: unpacks gzip and zip, detects the format and the encoding by the first bytes, and splits it
 * into lines of bounded length. The file name is ignored.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip, type Gunzip } from 'node:zlib'
import { archivedFile, workbookKind } from './archived-file.ts'
import { FeedFault } from './feed-fault.ts'
import { maxLineBytes } from './file-limits.ts'
import { detectEncoding, utf8Chunks, type TextEncoding } from './text-encoding.server.ts'
import { countUnpacked, type Unpacking } from './unpacking.ts'
import { isZip, openArchive, type Archive } from './zip-archive.server.ts'

/**
 * `csv`: a table that is not separated by tabs, or one with the columns of another system. `ndjson`: records of the
 * catalogue; `json`: other objects, in a document or one a line. `xlsx`: a workbook.
 */
export type FeedFormat = 'tsv' | 'csv' | 'xml' | 'ndjson' | 'json' | 'xlsx'

interface OpenFile {
  /** Of an archive, the file that is read. */
  entry: string | null
  /** Bytes of the file that were consumed, and its total size, for a progress bar. */
  bytesRead(): number
  bytesTotal: number
}

export interface TextSource extends OpenFile {
  kind: 'table' | 'xml' | 'json'
  encoding: TextEncoding
  /** Its first kilobytes. */
  begin: string
  /** Unpacked, in UTF-8, without a byte order mark. Can be read once. */
  chunks: AsyncIterable<Buffer>
}

export interface WorkbookSource extends OpenFile {
  kind: 'workbook'
  archive: Archive
}

export type FeedSource = TextSource | WorkbookSource

/** By which the kind of a document is known. */
const beginBytes = 64 * 1024

interface Limits {
  mostUnpackedBytes?: number | undefined
}

/** A workbook within another file is held in memory, because its parts are read in another order. */
const mostHeldBytes = 200 * 1024 * 1024

/**
 * Opens a file. Throws FeedFault when there is none or it holds no feed. `mostUnpackedBytes`: longer contents end with a
 * FeedFault while they are read, because a small file of gzip may unpack to a thousand times its size.
 */
export async function openFeed(
  file: string,
  { mostUnpackedBytes = Number.POSITIVE_INFINITY }: Limits = {},
): Promise<FeedSource> {
  const found = await stat(file).catch(() => null)
  if (!found) throw new FeedFault('no_file', { file })
  if (!found.isFile()) throw new FeedFault(found.isDirectory() ? 'is_folder' : 'not_plain', { file })
  const raw = createReadStream(file, { highWaterMark: 64 * 1024 })
  const { first: head, all } = await peek(raw, file)
  const unpacking: FeedUnpacking = { file, bytesTotal: found.size, unpackedBytes: 0, mostUnpackedBytes }
  if (isZip(head)) {
    raw.destroy()
    return openZip(unpacking, null)
  }
  const gunzip = isGzip(head) ? gunzipped(all) : undefined
  let unpacked = gunzip ? await peek(gunzip, file) : { first: head, all }
  // Some systems compress a file that a web server then compresses again.
  if (gunzip && isGzip(unpacked.first)) unpacked = await peek(gunzipped(unpacked.all), file)
  if (gunzip && isGzip(unpacked.first)) throw new FeedFault('packed', { file })
  if (isZip(unpacked.first)) return openZip(unpacking, await held(unpacked.all, unpacking))
  // Read-ahead would fill the progress bar of a small file long before its rows are imported.
  const bytesRead = () => gunzip?.bytesWritten ?? unpacking.unpackedBytes
  return textSource(unpacked, unpacking, { entry: null, bytesRead })
}

/** The same for a file that can only be a text. */
export async function openText(file: string): Promise<TextSource> {
  const source = await openFeed(file)
  if (source.kind !== 'workbook') return source
  source.archive.close()
  throw new FeedFault('no_text', { file })
}

interface FeedUnpacking extends Unpacking {
  bytesTotal: number
}

function textSource(
  { first, all }: Peeked,
  unpacking: FeedUnpacking,
  place: Pick<OpenFile, 'entry' | 'bytesRead'>,
): TextSource {
  const encoding = detectEncoding(first)
  const begin = new TextDecoder(encoding).decode(first.subarray(0, beginBytes), { stream: true })
  return {
    ...place,
    bytesTotal: unpacking.bytesTotal,
    kind: kindOf(first, begin, unpacking.file),
    encoding,
    begin,
    chunks: utf8Chunks(counted(all, unpacking), encoding),
  }
}

/**
 * Opens a workbook, or the one file of an archive that can hold products. `bytes`: the archive's contents, where it is in
 * another file; such an archive is not opened further.
 */
async function openZip(unpacking: FeedUnpacking, bytes: Buffer | null): Promise<FeedSource> {
  const { file, bytesTotal } = unpacking
  let kind: ReturnType<typeof workbookKind> = null
  // A text is counted where it is read.
  const count = (some: number) => kind === 'xlsx' && countUnpacked(unpacking, some)
  const archive = await openArchive({ file, bytes }, count)
  try {
    kind = workbookKind(archive.names)
    if (kind === 'other') throw new FeedFault('other_spreadsheet', { file })
    // How far a workbook is read cannot be said: its parts are packed one by one.
    const bytesRead = () => Math.min(bytesTotal, unpacking.unpackedBytes)
    if (kind === 'xlsx') return { kind: 'workbook', archive, entry: null, bytesRead, bytesTotal }
    const entry = archivedFile(archive.names, file)
    const inner = await peek(archive.read(entry)!, file)
    const text = ({ first, all }: Peeked) =>
      textSource({ first, all: closing(all, archive) }, unpacking, { entry, bytesRead })
    if (!isZip(inner.first) && !isGzip(inner.first)) return text(inner)
    if (bytes !== null) throw new FeedFault('packed', { file })
    const unpacked = isGzip(inner.first) ? await peek(gunzipped(inner.all), file) : inner
    if (!isZip(unpacked.first)) return text(unpacked)
    const opened = await openZip(unpacking, await held(unpacked.all, unpacking))
    archive.close()
    return { ...opened, entry: opened.entry === null ? entry : `${entry}/${opened.entry}` }
  } catch (error) {
    archive.close()
    throw error
  }
}

async function* closing(chunks: AsyncIterable<Buffer>, archive: Archive): AsyncGenerator<Buffer> {
  try {
    yield* chunks
  } finally {
    archive.close()
  }
}

/** All of the contents. */
async function held(chunks: AsyncIterable<Buffer>, { file }: FeedUnpacking): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > mostHeldBytes) throw new FeedFault('too_much_memory', { file })
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}

function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function gunzipped(chunks: AsyncIterable<Buffer>): Gunzip {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  pipeline(chunks, gunzip, () => {})
  return gunzip
}

async function* counted(chunks: AsyncIterable<Buffer>, unpacking: FeedUnpacking) {
  for await (const chunk of chunks) {
    countUnpacked(unpacking, chunk.length)
    yield chunk
  }
}

/** The first chunk, and an iterable of all of them. */
interface Peeked {
  first: Buffer
  all: AsyncIterable<Buffer>
}

async function peek(stream: AsyncIterable<Buffer>, file: string): Promise<Peeked> {
  const iterator = stream[Symbol.asyncIterator]()
  const next = async () => {
    try {
      return await iterator.next()
    } catch (error) {
      if (error instanceof FeedFault) throw error
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

/** Begins a file of Excel before 2007, and any workbook with a password. */
const compoundFile = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)

function kindOf(first: Buffer, begin: string, file: string): TextSource['kind'] {
  if (first.length === 0) throw new FeedFault('empty', { file })
  if (first.subarray(0, 8).equals(compoundFile)) throw new FeedFault('other_spreadsheet', { file })
  const [letter] = begin.trimStart()
  if (letter === '<') return 'xml'
  return letter === '{' || letter === '[' ? 'json' : 'table'
}

export interface FeedLine {
  /** Without its line end; truncated when it is too long. */
  bytes: Buffer
  tooLong: boolean
}

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
