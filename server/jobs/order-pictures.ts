/**
 * The pictures that an order's mails show. A mail never waits for them long nor fails for one: a product without a
 * picture, or with one whose original is missing, has none.
 */
import { setTimeout } from 'node:timers/promises'
import type { CartProducts } from '../../domain/catalogue/cart-product.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import { parsePictureFile } from '../../domain/pictures/picture-address.ts'
import type { PictureStore } from '../../domain/pictures/picture-store.server.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { MailPicture, MailPictures } from '../../providers/mail/mail-pictures.ts'

/** The pictures of an order's products that the store still sells. */
export type OrderPictures = (order: Pick<OrderSnapshot, 'store' | 'lines'>) => Promise<MailPictures>

/** Pictures in one mail; further lines have none. */
const mostPictures = 20
/** A picture of 160 pixels has a tenth of it. */
const mostBytes = 40_000
const defaultPatienceMs = 5_000

/** Pictures that take longer than `patienceMs` are left out. */
export function createOrderPictures(
  catalogue: Pick<CartProducts, 'cartProducts'>,
  pictures: Pick<PictureStore, 'get'>,
  patienceMs = defaultPatienceMs,
): OrderPictures {
  async function read(
    product: ReturnType<CartProducts['cartProducts']>[number],
  ): Promise<MailPicture | null> {
    const { thumb } = product
    const file = thumb && parsePictureFile(thumb.url.slice(thumb.url.lastIndexOf('/') + 1))
    if (!file) return null
    const content = await pictures.get(file.key, 160, 'jpeg')
    return content && content.length <= mostBytes ? { alt: thumb.alt, content } : null
  }

  return async ({ store, lines }) => {
    const ids = [...new Set(lines.map(({ productId }) => productId))]
    const found = new Map<ProductId, MailPicture>()
    const products = catalogue.cartProducts(store, ids).slice(0, mostPictures)
    const reading = products.map(async (product) => {
      const picture = await read(product).catch(() => null)
      if (picture) found.set(product.id, picture)
    })
    const stop = new AbortController()
    await Promise.race([
      Promise.all(reading),
      setTimeout(patienceMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined),
    ])
    stop.abort()
    return new Map(found)
  }
}
