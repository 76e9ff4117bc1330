/**
 * Derives a picture's address from its source. The address contains a hash of the source and of the drawing
 * version, so a picture may be cached indefinitely: a changed drawing gets a new address. Pure and small; the
 * server maps keys back to sources, see picture-store.server.ts.
 */

/** Increment whenever drawings change visibly, so that no cache shows the old ones. */
const drawingVersion = 3

/** The widths in pixels of every picture; pictures are square. */
export const pictureWidths = [160, 320, 480, 800] as const
export type PictureWidth = (typeof pictureWidths)[number]

const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]
/** JPEG is for mails, and has no address. */
export type DerivedFormat = PictureFormat | 'jpeg'

/** Source of the placeholder shown where a product has no picture (CARD-01). */
export const placeholderSource = 'drawing:placeholder'

/** Sources of the drawn tiles of the main categories; `icon` as in CategoryRecord. */
export function categorySource(icon: string): string {
  return `drawing:category?icon=${encodeURIComponent(icon)}`
}

/** Two 32-bit multiplicative hashes computed in parallel and folded into 53 bits (the "cyrb53" scheme). */
function hash53(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/** The stable key of a source: at most 16 characters of `a–z` and `0–9`. */
export function pictureKey(source: string): string {
  return `${hash53(source).toString(36).padStart(11, '0')}v${drawingVersion}`
}

/** The address of one size of a picture, e.g. `/pictures/0a1b2c3d4e5v1-320.avif`. */
export function pictureUrl(key: string, width: PictureWidth, format: PictureFormat = 'avif'): string {
  return `/pictures/${key}-${width}.${format}`
}

/** Value of `srcset` with every width up to `largest`. */
export function pictureSrcSet(
  key: string,
  format: PictureFormat = 'avif',
  largest: PictureWidth = 800,
): string {
  return pictureWidths
    .filter((width) => width <= largest)
    .map((width) => `${pictureUrl(key, width, format)} ${width}w`)
    .join(', ')
}

export interface PictureFile {
  key: string
  width: PictureWidth
  format: PictureFormat
}

/** Parses a file name such as `0a1b2c3d4e5v1-320.avif`; null for anything that pictureUrl would not write. */
export function parsePictureFile(file: string): PictureFile | null {
  const match = /^([0-9a-z]{1,16})-(\d{3})\.(avif|webp)$/.exec(file)
  if (!match) return null
  const width = pictureWidths.find((each) => each === Number(match[2]))
  if (width === undefined) return null
  return { key: match[1]!, width, format: match[3] as PictureFormat }
}
