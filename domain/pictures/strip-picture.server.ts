/** Pictures of customers without what the camera wrote into them: position, time, device. */
import sharp from 'sharp'
import { carefully, decodingSeconds, withInspected } from './inspect-picture.server.ts'
import type { PictureFailure } from './picture-failure.ts'

/** Longest side in pixels: a defect or a date is legible. */
const longestSide = 2400

type StrippedPicture = { ok: true; jpeg: Buffer } | PictureFailure

let stripping = 0

/** How many pictures of customers are being stripped on this node or wait for it, each with its bytes in memory. */
export const picturesBeingStripped = (): number => stripping

/**
 * The picture as an upright JPEG without metadata. Its format is detected from the bytes; it never throws for them. One
 * picture at a time is decoded on a node.
 */
export async function stripPicture(bytes: Buffer): Promise<StrippedPicture> {
  stripping++
  return withInspected(bytes, () => strip(bytes)).finally(() => stripping--)
}

async function strip(bytes: Buffer): Promise<StrippedPicture> {
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
