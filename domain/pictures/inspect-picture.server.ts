/**
 * Decides whether untrusted bytes are a picture that the shop can show. The format is detected from the
 * bytes, never from a name or a header, and only listed formats reach the decoder. The picture is decoded
 * completely once, so that every stored picture can be shown.
 */
import { hash } from 'node:crypto'
import { createSerialQueue } from './serial-queue.ts'
import type { PictureFailure } from './picture-failure.ts'

export const largestPictureBytes = 15 * 1024 * 1024
const mostPixels = 40_000_000
const longestSide = 16_000

const formats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
export type OriginalFormat = (typeof formats)[number]

/** A picture that passed the checks. */
export interface InspectedPicture {
  ok: true
  /** SHA-256 of the bytes, 64 hexadecimal digits. */
  sha256: string
  format: OriginalFormat
  /** Pixels as displayed, after EXIF rotation. */
  width: number
  height: number
  bytes: Buffer
}

/** Options for decoding untrusted bytes: first frame only, errors are not tolerated. */
export const carefully = {
  failOn: 'error',
  limitInputPixels: mostPixels,
  unlimited: false,
  sequentialRead: true,
  pages: 1,
} as const

/** Limit on CPU time for one decoding, in seconds. */
export const decodingSeconds = 20

/** Decodes one picture at a time: a large one takes up to 160 MB. */
const decode = createSerialQueue()

/**
 * Inspects bytes. Never throws because of their content. `isUrgent`: somebody waits, so that it passes the photos of
 * feeds in the queue.
 */
export function inspectPicture(
  bytes: Buffer,
  { isUrgent = true }: { isUrgent?: boolean } = {},
): Promise<InspectedPicture | PictureFailure> {
  return withInspected(bytes, async (picture) => picture, { isUrgent })
}

/** Inspects bytes, and decodes them again in `work` before the next picture is decoded. */
export async function withInspected<Result>(
  bytes: Buffer,
  work: (picture: InspectedPicture) => Promise<Result>,
  { isUrgent = true }: { isUrgent?: boolean } = {},
): Promise<Result | PictureFailure> {
  if (bytes.length === 0) return { ok: false, code: 'empty' }
  if (bytes.length > largestPictureBytes) return { ok: false, code: 'too_large' }
  const format = sniffFormat(bytes)
  if (format === null) return { ok: false, code: 'wrong_type' }
  return decode(isUrgent, async () => {
    const picture = await inspectDecoded(bytes, format)
    return picture.ok ? work(picture) : picture
  })
}

async function inspectDecoded(
  bytes: Buffer,
  format: OriginalFormat,
): Promise<InspectedPicture | PictureFailure> {
  // Loaded for the first picture: most imports of the operator have none.
  const { default: sharp } = await import('sharp')
  try {
    // Without the pixel limit, which would be reported as a fault; only the header is read here.
    const found = await sharp(bytes, { ...carefully, limitInputPixels: false }).metadata()
    const isFormat =
      format === 'avif' ? found.format === 'heif' && found.compression === 'av1' : found.format === format
    if (!isFormat) return { ok: false, code: 'wrong_type' }
    const { width, height } = found.autoOrient
    if (width * height > mostPixels || width > longestSide || height > longestSide)
      return { ok: false, code: 'too_many_pixels', detail: `${width} × ${height}` }
    await sharp(bytes, carefully)
      .resize(64, 64, { fit: 'inside' })
      .timeout({ seconds: decodingSeconds })
      .raw()
      .toBuffer()
    return { ok: true, sha256: hash('sha256', bytes, 'hex'), format, width, height, bytes }
  } catch {
    return { ok: false, code: 'broken_picture' }
  }
}

/** The format by the file's first bytes; null for any other (SVG, HTML, TIFF, HEIC, PDF …). */
function sniffFormat(bytes: Buffer): OriginalFormat | null {
  const ascii = (start: number, end: number) => bytes.toString('latin1', start, end)
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (ascii(0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(0, 6) === 'GIF87a' || ascii(0, 6) === 'GIF89a') return 'gif'
  if (ascii(0, 4) === 'RIFF' && ascii(8, 12) === 'WEBP') return 'webp'
  // ISO base media file: AVIF if the major brand or a compatible brand says so.
  if (ascii(4, 8) === 'ftyp' && /avi[fs]/.test(ascii(8, Math.min(bytes.readUInt32BE(0), 64)))) return 'avif'
  return null
}
