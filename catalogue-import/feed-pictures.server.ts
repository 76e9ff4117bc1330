/**
 * The pictures named in a feed's `image_link` and `additional_image_link`, merged with the pictures of a
 * product. A feed controls only pictures with an address or a `file:` path: drawings and photos added by
 * staff stay.
 */
import { originalOf } from '../domain/pictures/picture-source.ts'
import { imageTypes } from '../domain/catalogue/image-type.ts'
import type { ProductImageRow } from './catalogue-tables.server.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { PictureTexts } from './feed-product.ts'

/** The values of a row. Undefined: the feed has no such column. Null or empty: the cell is empty. */
export interface FeedPictures {
  imageLink: string | null | undefined
  additionalImageLinks: string[] | undefined
  pictureTexts?: PictureTexts | undefined
}

const isNamedByFeeds = (row: ProductImageRow) =>
  !row.source.startsWith('drawing:') && originalOf(row.source) === null

/** Originals first, then by type and position. */
function inOrder(images: readonly ProductImageRow[]): ProductImageRow[] {
  const rank = (row: ProductImageRow) => (row.type === imageTypes.Original ? 0 : row.type)
  return images.toSorted((a, b) => rank(a) - rank(b) || a.sort_order - b.sort_order)
}

/** The links that an export writes: the first is `image_link`, the others `additional_image_link`. */
export function feedPictureLinks(images: readonly ProductImageRow[]): string[] {
  return [...new Set(inOrder(images.filter(isNamedByFeeds)).map((row) => row.source))]
}

/** What a store says for those who do not see the pictures, in the order of their links; empty where it says nothing. */
export function feedPictureTexts(images: readonly ProductImageRow[], store: StoreCode): string[] {
  const rows = inOrder(images)
  return feedPictureLinks(images).map((link) => rows.find(({ source }) => source === link)?.alt[store] ?? '')
}

/**
 * The product's `product_image` rows after the import of a store. Texts for the same link are kept; those of the feed are the
 * store's own.
 */
export function feedPictureRows(
  feed: FeedPictures,
  id: ProductId,
  { store, former }: { store: StoreCode; former: readonly ProductImageRow[] },
): ProductImageRow[] {
  const [formerMain, ...formerMore] = feedPictureLinks(former)
  const main = feed.imageLink === undefined ? formerMain : (feed.imageLink ?? undefined)
  const more = feed.additionalImageLinks ?? formerMore
  const links = [...new Set([...(main === undefined ? [] : [main]), ...more])]
  const textOf = new Map<string, string>()
  for (const [link, text] of [
    [main, feed.pictureTexts?.main] as const,
    ...more.map((each, at) => [each, feed.pictureTexts?.additional[at]] as const),
  ])
    if (link !== undefined && text && !textOf.has(link)) textOf.set(link, text)
  const altAfter = (source: string, alt: ProductImageRow['alt']): ProductImageRow['alt'] => {
    const text = textOf.get(source)
    return text === undefined ? alt : { ...alt, [store]: text }
  }
  const kept = former
    .filter((row) => !isNamedByFeeds(row) || (row.type !== imageTypes.Original && links.includes(row.source)))
    .map((row) => (isNamedByFeeds(row) ? { ...row, alt: altAfter(row.source, row.alt) } : row))
  const elsewhere = new Set(kept.map((row) => row.source))
  const altOf = new Map(former.map((row) => [row.source, row.alt]))
  // Pictures added by staff keep their position; the feed's pictures fill the other positions in order.
  const taken = new Set(kept.filter((row) => row.type === imageTypes.Original).map((row) => row.sort_order))
  let position = 0
  const named = links
    .filter((link) => !elsewhere.has(link))
    .map((source): ProductImageRow => {
      do position += 1
      while (taken.has(position))
      return {
        product_id: id,
        type: imageTypes.Original,
        sort_order: position,
        source,
        alt: altAfter(source, altOf.get(source) ?? {}),
      }
    })
  return [...kept, ...named]
}
