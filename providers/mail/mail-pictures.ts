/**
 * Small pictures of products in mails, attached and shown by their Content-ID (RFC 2392): mail programs block pictures
 * from the web until the reader allows them, and the shop would learn who opened the mail. JPEG, as few programs show
 * AVIF or WebP.
 */
import type { OrderLine, OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { MailAttachment } from './mailer.ts'

export interface MailPicture {
  alt: string
  /** JPEG. */
  content: Buffer
}

/** The pictures of the products of an order that have one. */
export type MailPictures = ReadonlyMap<ProductId, MailPicture>

/** A picture as a mail's HTML refers to it. */
export interface ShownPicture {
  /** `cid:…` */
  url: string
  alt: string
}

/** Width and height in pixels of the HTML. */
export const mailPictureSide = 48

const contentId = (productId: ProductId): string => `product-${productId}@pictures`

/** The picture of an order's line; null: it has none. */
export function pictureOf(
  { pictures }: { pictures?: MailPictures },
  line: Pick<OrderLine, 'productId'> | undefined,
): ShownPicture | null {
  const picture = line && pictures?.get(line.productId)
  return picture ? { url: `cid:${contentId(line.productId)}`, alt: picture.alt } : null
}

/** The picture of the line with this uuid. */
export function pictureOfLine(
  order: { snapshot: OrderSnapshot; pictures?: MailPictures },
  uuid: string,
): ShownPicture | null {
  return pictureOf(
    order,
    order.snapshot.lines.find((line) => line.uuid === uuid),
  )
}

/** The pictures that a mail's HTML shows, each once. */
export function shownPictures(html: string, pictures: MailPictures): MailAttachment[] {
  return [...pictures].flatMap(([productId, { content }]) =>
    html.includes(`cid:${contentId(productId)}"`)
      ? [{ filename: `${productId}.jpg`, contentType: 'image/jpeg', content, cid: contentId(productId) }]
      : [],
  )
}
