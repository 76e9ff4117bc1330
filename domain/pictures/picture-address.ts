/** The addresses of pictures, of which each size and format has one. Pure and small: every page needs them. */

/** Key of the placeholder; computing it is not worth its weight in every page. A test names it where it changes. */
export const placeholderKey = '1qvt8sgdndav3'

/** The widths in pixels of every picture; pictures are square. */
export const pictureWidths = [160, 320, 480, 800] as const
export type PictureWidth = (typeof pictureWidths)[number]

/** JPEG is for mails, and for feeds whose readers know no other. */
export const pictureFormats = ['avif', 'webp', 'jpeg'] as const
export type PictureFormat = (typeof pictureFormats)[number]

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
  const match = /^([0-9a-z]{1,16})-(\d{3})\.(avif|webp|jpeg)$/.exec(file)
  if (!match) return null
  const width = pictureWidths.find((each) => each === Number(match[2]))
  if (width === undefined) return null
  return { key: match[1]!, width, format: match[3] as PictureFormat }
}
