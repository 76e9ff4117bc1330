/** Detects the encoding of a text file by its bytes, and converts it to UTF-8 as a stream. */
import { isAscii } from 'node:buffer'
import { FeedFault } from './feed-fault.ts'

/** A name of the Encoding Standard: `utf-8`, `utf-16le`, `windows-1252` (which ISO-8859-1 is read as); of XML, any other. */
export type TextEncoding = string

/**
 * By the first bytes of a file. Without any that is not ASCII the answer is UTF-8 (`utf8Chunks` decides later). Throws
 * FeedFault for XML in an encoding that nobody knows.
 */
export function detectEncoding(first: Buffer): TextEncoding {
  const [a, b] = first
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  return bareUtf16(first) ?? declaredEncoding(first) ?? (isWindows1252(first) ? 'windows-1252' : 'utf-8')
}

/** UTF-16 without a byte order mark: in a header, which is mostly ASCII, every second byte is zero. */
function bareUtf16(first: Buffer): TextEncoding | null {
  const bytes = first.subarray(0, 200)
  const zeros = (side: number) => bytes.filter((byte, at) => at % 2 === side && byte === 0).length
  if (bytes.length < 4) return null
  if (zeros(1) > bytes.length / 4) return 'utf-16le'
  return zeros(0) > bytes.length / 4 ? 'utf-16be' : null
}

/**
 * The encoding that an XML declaration names. Programs write declarations that are not true: what is UTF-8 by its bytes
 * is read as that, and what is not UTF-16 by its bytes is none.
 */
function declaredEncoding(first: Buffer): TextEncoding | null {
  const declaration = first.subarray(0, 200).toString('latin1')
  const label = /^\s*<\?xml\s[^>]*encoding=["']([^"']*)["']/i.exec(declaration)?.[1]
  if (label === undefined || isUtf8(first)) return null
  try {
    const { encoding } = new TextDecoder(label)
    return encoding.startsWith('utf-') ? null : encoding
  } catch {
    throw new FeedFault('other_encoding', { encoding: label })
  }
}

/** Whether some bytes are not ASCII, and all of those are characters of UTF-8. */
const isUtf8 = (bytes: Buffer): boolean =>
  !isAscii(bytes) && !new TextDecoder('utf-8').decode(bytes, { stream: true }).includes('\uFFFD')

/**
 * Whether bytes are Windows-1252: some are not ASCII, and none of them form a character of UTF-8. A file of UTF-8 in
 * which single bytes are damaged stays UTF-8, so that only their rows are refused.
 */
function isWindows1252(bytes: Buffer): boolean {
  // NDJSON and XML say what they are; only tables come in encodings that nothing names.
  if (isAscii(bytes) || /^(?:\u00ef\u00bb\u00bf)?\s*[<{]/.test(bytes.toString('latin1', 0, 4096)))
    return false
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true })
  // oxlint-disable-next-line no-control-regex -- ASCII is what is excluded
  return text.includes('\uFFFD') && !/[^\u0000-\u007f\uFFFD]/.test(text)
}

/** The chunks as UTF-8 without a byte order mark. Invalid bytes of UTF-8 stay as they are: the rows are refused. */
export async function* utf8Chunks(
  chunks: AsyncIterable<Buffer>,
  encoding: TextEncoding,
): AsyncGenerator<Buffer> {
  let isFirst = true
  let isAsciiSoFar = true
  let isTable = false
  let decoder = encoding === 'utf-8' ? null : decoderOf(encoding)
  for await (const chunk of chunks) {
    if (isFirst) isTable = !/^\s*[<{]/.test(chunk.toString('latin1', 0, 4096))
    // A long file may have its first letter outside of ASCII far behind its beginning.
    if (decoder === null && isTable && isAsciiSoFar && !isAscii(chunk)) {
      isAsciiSoFar = false
      if (!isFirst && isWindows1252(Buffer.concat([Buffer.from('\n'), chunk])))
        decoder = decoderOf('windows-1252')
    }
    if (decoder !== null) yield Buffer.from(decoder.decode(chunk, { stream: true }))
    else {
      const isMarked = isFirst && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
      yield isMarked ? chunk.subarray(3) : chunk
    }
    isFirst = false
  }
  const rest = decoder?.decode() ?? ''
  if (rest !== '') yield Buffer.from(rest)
}

const decoderOf = (encoding: TextEncoding) => new TextDecoder(encoding)
