/** Decoding of untrusted bytes, in a worker process only: a decoder in native code can be stopped by ending its process. */
import sharp from 'sharp'
import type { PictureFailure } from './picture-failure.ts'

const mostPixels = 40_000_000
const longestSide = 16_000

export type OriginalFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

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

/** Pixels as displayed, after EXIF rotation. */
export interface DisplaySize {
  ok: true
  width: number
  height: number
}

/** Decodes a picture completely once. Never throws for its bytes. */
export async function inspectDecoded(
  bytes: Uint8Array,
  format: OriginalFormat,
): Promise<DisplaySize | PictureFailure> {
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
    return { ok: true, width, height }
  } catch {
    return { ok: false, code: 'broken_picture' }
  }
}

/** Threads per encode; the other core serves pages. */
sharp.concurrency(1)
sharp.cache(false)
