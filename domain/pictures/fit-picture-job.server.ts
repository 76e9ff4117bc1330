/** Fits an uploaded picture of a store into its place, in a worker process. */
import sharp from 'sharp'
import { carefully, decodingSeconds, inspectDecoded, type OriginalFormat } from './picture-decoding.server.ts'
import type { PictureFailure } from './picture-failure.ts'

export type FittedPicture = { ok: true; png: Buffer; width: number; height: number } | PictureFailure

/** A logo keeps its proportions; an icon is square, with transparent edges where the picture is not. */
const places = {
  logo: { width: 640, height: 192, fit: 'inside', withoutEnlargement: true },
  icon: { width: 512, height: 512, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } },
} as const
export type PicturePlace = keyof typeof places

export async function run({
  bytes,
  format,
  place,
}: {
  bytes: Uint8Array
  format: OriginalFormat
  place: PicturePlace
}): Promise<FittedPicture> {
  const inspected = await inspectDecoded(bytes, format)
  if (!inspected.ok) return inspected
  try {
    const { data, info } = await sharp(bytes, carefully)
      .autoOrient()
      .toColourspace('srgb')
      .resize(places[place])
      .timeout({ seconds: decodingSeconds })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
    return { ok: true, png: data, width: info.width, height: info.height }
  } catch {
    return { ok: false, code: 'broken_picture' }
  }
}
