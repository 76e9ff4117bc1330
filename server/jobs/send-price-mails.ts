/** Notifies those who asked that a product has become cheaper: in a campaign or by another price. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { CartProducts } from '../../domain/catalogue/cart-product.ts'
import type { Minor } from '../../domain/money/money.ts'
import { noticePrice } from '../../domain/notifications/notice-price.ts'
import {
  lockPriceNotice,
  markPriceMailed,
  waitingPriceNotices,
  type WaitingPriceNotice,
} from '../../domain/notifications/price-notice-repository.server.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { priceMail } from '../../providers/mail/price-mail.ts'
import { sendMailBatch } from './send-mail-batch.ts'
import { preferencesUrl, sendMail, type SendMailServices } from './send-mail.ts'

export interface PriceMailServices extends SendMailServices {
  db: Kysely<DB>
  /** Prices as of now. */
  catalogue: Pick<CartProducts, 'cartProducts'>
}

const noticesPerRound = 500

/**
 * Sends the mails that are due; returns how many. Several nodes may run it at once. A mail that cannot be
 * sent is retried in a later run.
 */
export async function sendPriceMails(services: PriceMailServices): Promise<number> {
  const { db, clock } = services
  let sent = 0
  let after: WaitingPriceNotice | null = null
  for (;;) {
    const waiting: WaitingPriceNotice[] = await waitingPriceNotices(db, {
      after,
      most: noticesPerRound,
      now: new Date(clock()),
    })
    const prices = currentPrices(services, waiting)
    const due = waiting.flatMap((notice) => {
      const priceMinor = prices.get(`${notice.store} ${notice.productId}`)
      return priceMinor !== undefined && priceMinor < notice.priceMinor ? [{ notice, priceMinor }] : []
    })
    await sendMailBatch(
      due.map((data, index) => ({ id: String(index), data })),
      async ({ notice, priceMinor }) => {
        if (await notify(services, notice, priceMinor)) sent++
      },
    )
    if (waiting.length < noticesPerRound) return sent
    after = waiting.at(-1)!
  }
}

/** `store id` → price; products without one are left out. */
function currentPrices(
  { catalogue }: PriceMailServices,
  waiting: readonly WaitingPriceNotice[],
): Map<string, Minor> {
  const prices = new Map<string, Minor>()
  for (const store of storeCodes) {
    const ids = new Set(waiting.filter((notice) => notice.store === store).map(({ productId }) => productId))
    for (const product of catalogue.cartProducts(store, [...ids])) {
      const priceMinor = noticePrice(product)
      if (priceMinor !== null) prices.set(`${store} ${product.id}`, priceMinor)
    }
  }
  return prices
}

/** False: mailed meanwhile, or another node is mailing it. The row is locked while the mail is sent. */
function notify(
  services: PriceMailServices,
  notice: WaitingPriceNotice,
  priceMinor: Minor,
): Promise<boolean> {
  const { db, publicUrl, keys, clock } = services
  const { store, productId, email, name, slug } = notice
  return db.transaction().execute(async (trx) => {
    const now = new Date(clock())
    const beforeMinor = await lockPriceNotice(trx, notice, { priceMinor, now })
    if (beforeMinor === null) return false
    // The message id identifies the mail and never the recipient.
    const recipient = keys.digest('mail-name', email).toString('hex').slice(0, 12)
    await sendMail(trx, services, {
      name: `price-${store}-${productId}-${recipient}-${now.toISOString().slice(0, 10)}`,
      kind: 'price-notice',
      store,
      to: email,
      ...priceMail(store, {
        name,
        url: publicUrl + publicPaths.product(store, slug),
        beforeMinor,
        priceMinor,
        preferencesUrl: preferencesUrl(services, { store, email }),
      }),
      date: now,
    })
    await markPriceMailed(trx, notice, { priceMinor, now })
    return true
  })
}
