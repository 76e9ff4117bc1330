/** The mail of a request: what is true when it is sent decides whether it is. */
import type { ProductId } from '../../domain/products/product-id.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { mailTemplate, recipientMark } from '../../providers/mail/mail-template.ts'
import { preferencesUrl } from '../../providers/mail/send-mail.ts'
import { stockMail } from './stock-mail.server.ts'
import { lockClaimedNotification, reopenStockNotification } from './stock-notification-repository.server.ts'

/** `claimedAt`: when the request was marked as notified (ISO 8601). Its address is the mail's recipient. */
interface StockNoticeData {
  store: StoreCode
  productId: ProductId
  claimedAt: string
}

declare module '../../domain/jobs/job-queue.ts' {
  interface MailPayloads {
    /** A product is available again. */
    'stock-notice-mail': StockNoticeData
  }
}

export const stockNoticeMail = mailTemplate<StockNoticeData>({
  async mail(trx, services, { store, productId, claimedAt }, { recipient: email }) {
    if (email === null) return null
    const { publicUrl, keys, clock } = services
    const request = { store, productId, email, claimedAt: new Date(claimedAt) }
    const found = await lockClaimedNotification(trx, request, new Date(clock()))
    // Deleted, asked for again, or sent by a node of the release before.
    if (found === null) return null
    if (!found.isDue) {
      await reopenStockNotification(trx, request)
      return null
    }
    const { name, slug } = found
    return {
      // A later request for the same product has another one.
      name: `stock-${store}-${productId}-${recipientMark(keys, email)}-${request.claimedAt.getTime()}`,
      kind: 'stock-notice',
      store,
      to: email,
      ...stockMail(
        store,
        { name, url: publicUrl + publicPaths.product(store, slug) },
        preferencesUrl(services, { store, email }),
      ),
      date: new Date(clock()),
    }
  },
  samples: ({ store, link, words }) => ({
    'stock-notice': [stockMail(store, { name: words.product, url: link }, link)],
  }),
})
