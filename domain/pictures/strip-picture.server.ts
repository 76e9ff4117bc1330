/** Pictures of customers without what the camera wrote into them: position, time, device. */
import sharp from 'sharp'
import { carefully, decodingSeconds, inspectPicture } from './inspect-picture.server.ts'
import type { PictureFailure } from './picture-failure.ts'

/** Longest side in pixels: a defect or a date is legible. */
const longestSide = 2400

/** The picture as an upright JPEG without metadata. Its format is detected from the bytes; it never throws for them. */
export async function stripPicture(bytes: Buffer): Promise<{ ok: true; jpeg: Buffer } | PictureFailure> {
  const picture = await inspectPicture(bytes)
  if (!picture.ok) return picture
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
