/** The mail of a request: what the product costs when it is sent decides whether it is. */
import type { CartProducts } from '../../domain/catalogue/cart-product.ts'
import { minor, type Minor } from '../../domain/money/money.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { mailTemplate, recipientMark, type MailServices } from '../../providers/mail/mail-template.ts'
import { preferencesUrl } from '../../providers/mail/send-mail.ts'
import { noticePrice } from './notice-price.ts'
import { priceMail } from './price-mail.server.ts'
import {
  lockClaimedPriceNotice,
  markPriceMailed,
  reopenPriceNotice,
} from './price-notice-repository.server.ts'

export interface PriceNoticeData {
  store: StoreCode
  productId: ProductId
  /** What it cost when the request was marked as mailed. The request's address is the mail's recipient. */
  priceMinor: Minor
  /** ISO 8601. */
  claimedAt: string
  /** What the request was before: the price that it was compared with, and when it was mailed last. */
  before: { priceMinor: Minor; mailedAt?: string }
}

declare module '../../domain/jobs/job-queue.ts' {
  interface MailPayloads {
    /** A product has become cheaper. */
    'price-notice-mail': PriceNoticeData
  }
}

type PriceMailServices = MailServices & { catalogue?: Pick<CartProducts, 'cartProducts'> }

export const priceNoticeMail = mailTemplate<PriceNoticeData, PriceMailServices>({
  async mail(trx, services, data, { recipient: email }) {
    if (email === null) return null
    const { publicUrl, keys, clock } = services
    const { store, productId, before } = data
    const now = new Date(clock())
    const request = { store, productId, email }
    const claimedAt = new Date(data.claimedAt)
    const found = await lockClaimedPriceNotice(trx, request, { claimedAt, now })
    // Deleted, or mailed by another claim.
    if (found === null) return null
    const priceMinor = currentPrice(services, data)
    if (!found.isDue || priceMinor === null || priceMinor >= before.priceMinor) {
      await reopenPriceNotice(trx, request, {
        claimed: { priceMinor: data.priceMinor, at: claimedAt },
        before: {
          priceMinor: before.priceMinor,
          mailedAt: before.mailedAt === undefined ? null : new Date(before.mailedAt),
        },
      })
      return null
    }
    const { name, slug } = found
    return {
      name: `price-${store}-${productId}-${recipientMark(keys, email)}-${data.claimedAt.slice(0, 10)}`,
      kind: 'price-notice',
      store,
      to: email,
      ...priceMail(store, {
        name,
        url: publicUrl + publicPaths.product(store, slug),
        beforeMinor: before.priceMinor,
        priceMinor,
        preferencesUrl: preferencesUrl(services, { store, email }),
      }),
      date: now,
      // The next one is due below the price that this one names.
      noteSent: () => markPriceMailed(trx, request, { priceMinor, now }),
    }
  },
  samples: ({ store, link, words }) => ({
    'price-notice': [
      priceMail(store, {
        name: words.product,
        url: link,
        beforeMinor: minor(1_099_00),
        priceMinor: minor(879_00),
        preferencesUrl: link,
      }),
    ],
  }),
})

/** Null: it has no price any more. A process without an index takes the price of the claim. */
function currentPrice(
  { catalogue }: PriceMailServices,
  { store, productId, priceMinor }: PriceNoticeData,
): Minor | null {
  if (!catalogue) return priceMinor
  const [product] = catalogue.cartProducts(store, [productId])
  return product ? noticePrice(product) : null
}
