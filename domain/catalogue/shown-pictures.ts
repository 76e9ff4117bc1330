/**
 * Selects the pictures shown for a product. Photos replace drawings as soon as one of them is stored; until
 * then the product shows its drawings. An address that is not stored yet is never shown.
 */
import { imageTypes } from './image-type.ts'
import { originalOf } from '../pictures/picture-source.ts'

interface ProductPicture {
  /** Image type (ENTITY-17). */
  type: number
  sort: number
  /** For stored photos `picture:…`, see picture-source.ts. */
  source: string
}

/**
 * The pictures to show, in the order of their types. Originals become the gallery in their order, and the
 * first one the thumbnail.
 */
export function shownPictures<T extends ProductPicture>(pictures: readonly T[]): T[] {
  const photos = pictures.filter(({ source }) => originalOf(source) !== null)
  if (photos.length === 0) return pictures.filter(({ source }) => source.startsWith('drawing:'))
  const originals = photos
    .filter(({ type }) => type === imageTypes.Original)
    .toSorted((a, b) => a.sort - b.sort)
  const [first] = originals
  if (!first) return photos
  const sources = new Set(originals.map(({ source }) => source))
  const others = photos.filter(
    ({ type, source }) =>
      type !== imageTypes.Original &&
      type !== imageTypes.Thumb &&
      !(type === imageTypes.Gallery && sources.has(source)),
  )
  const gallery = [
    ...originals,
    ...others.filter(({ type }) => type === imageTypes.Gallery).toSorted((a, b) => a.sort - b.sort),
  ].map((picture, index) => ({ ...picture, type: imageTypes.Gallery, sort: index + 1 }))
  return [
    { ...first, type: imageTypes.Thumb, sort: 1 },
    ...gallery,
    ...others.filter(({ type }) => type !== imageTypes.Gallery),
  ]
}
