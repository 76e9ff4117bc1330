/** Inspects a picture in a worker process, and writes it again without metadata. */
import sharp from 'sharp'
import { carefully, decodingSeconds, inspectDecoded, type OriginalFormat } from './picture-decoding.server.ts'
import type { PictureFailure } from './picture-failure.ts'

/** Longest side in pixels: a defect or a date is legible. */
const longestSide = 2400

export async function run({
  bytes,
  format,
}: {
  bytes: Uint8Array
  format: OriginalFormat
}): Promise<{ ok: true; jpeg: Buffer } | PictureFailure> {
  const inspected = await inspectDecoded(bytes, format)
  if (!inspected.ok) return inspected
  try {
    const jpeg = await sharp(bytes, carefully)
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: decodingSeconds })
      .jpeg({ quality: 82 })
      .toBuffer()
    return { ok: true, jpeg }
  } catch {
    return { ok: false, code: 'broken_picture' }
  }
}
