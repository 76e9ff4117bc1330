/**
 * Renders one size of a picture in a worker process. All sizes are square, so that cards, gallery and cart keep their layout
 * whatever the photo's proportions. Metadata (EXIF, GPS position, colour profiles) is dropped; the profile is
 * applied first.
 */
import sharp, { type Sharp } from 'sharp'
import { readDrawing } from './drawing-sheets.server.ts'
import { carefully, decodingSeconds } from './picture-decoding.server.ts'
import type { PictureFormat, PictureWidth } from './picture-address.ts'

/** `drawing`: a source, and the folders of its sheets. `photo`: bytes that passed inspectPicture. */
export type DerivedFrom = { drawing: string; folders: readonly string[] } | { photo: Uint8Array }

export async function run({
  from,
  width,
  format,
}: {
  from: DerivedFrom
  width: PictureWidth
  format: PictureFormat
}): Promise<Buffer> {
  if ('photo' in from) return derivePhoto(from.photo, width, format)
  return deriveDrawing(await readDrawing(from.drawing, from.folders), width, format)
}

function deriveDrawing(svg: string, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  const drawn = sharp(Buffer.from(svg), { limitInputPixels: 4_000_000 }).resize(width, width)
  if (format === 'jpeg') return asJpeg(drawn)
  return format === 'avif'
    ? drawn.avif({ quality: 62, effort: 1, chromaSubsampling: '4:4:4' }).toBuffer()
    : drawn.webp({ quality: 84, alphaQuality: 90, effort: 2 }).toBuffer()
}

/** A photo, uncropped and upright in the middle of a square. */
async function derivePhoto(bytes: Uint8Array, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  const upright = (): Sharp => sharp(bytes, carefully).autoOrient().timeout({ seconds: decodingSeconds })
  const background = await surroundings(upright())
  const photo = upright().resize(width, width, { fit: 'contain', background })
  if (format === 'jpeg') return asJpeg(photo)
  return format === 'avif'
    ? photo.avif({ quality: 60, effort: 1 }).toBuffer()
    : photo.webp({ quality: 80, alphaQuality: 90, effort: 2 }).toBuffer()
}

/** On white, as JPEG has no transparency. */
const asJpeg = (picture: Sharp): Promise<Buffer> =>
  picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, progressive: false }).toBuffer()

type Colour = { r: number; g: number; b: number; alpha: number }
const transparent: Colour = { r: 0, g: 0, b: 0, alpha: 0 }

/** Side in pixels of the copy whose edges are inspected. */
const sampleSide = 48
/** Largest deviation of a channel (of 255) for a pixel to count as the edge's colour. */
const tolerance = 10

/**
 * The fill colour next to a photo that is not square: the colour of the adjacent edges if they are uniform
 * (the white of a studio photo continues without a seam), otherwise none, so that the page's background
 * shows.
 */
async function surroundings(photo: Sharp): Promise<Colour> {
  const { data, info } = await photo
    .resize(sampleSide, sampleSide, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const pixel = (x: number, y: number) => data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)
  const edge =
    width < height
      ? Array.from({ length: height }, (_, y) => [pixel(0, y), pixel(width - 1, y)]).flat()
      : Array.from({ length: width }, (_, x) => [pixel(x, 0), pixel(x, height - 1)]).flat()
  const median = [0, 1, 2, 3].map((channel) => {
    const values = edge.map((each) => each[channel] ?? 0).toSorted((a, b) => a - b)
    return values[values.length >> 1] ?? 0
  })
  const alike = edge.filter((each) =>
    median.every((value, channel) => Math.abs((each[channel] ?? 0) - value) <= tolerance),
  )
  const [r = 0, g = 0, b = 0, alpha = 0] = median
  return alpha === 255 && alike.length >= edge.length * 0.9 ? { r, g, b, alpha: 1 } : transparent
}
