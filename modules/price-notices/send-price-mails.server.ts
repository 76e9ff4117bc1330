/** Notifies those who asked that a product has become cheaper: in a campaign or by another price. */
import type { Minor } from '../../domain/money/money.ts'
import { duePriceNotices, type PriceNoticeServices } from './due-price-notices.server.ts'
import {
  lockPriceNotice,
  markPriceMailed,
  type WaitingPriceNotice,
} from './price-notice-repository.server.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import { priceMail } from './price-mail.server.ts'
import { sendMailBatch } from '../../providers/mail/send-mail-batch.ts'
import { preferencesUrl, sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

type PriceMailServices = SendMailServices & PriceNoticeServices

/**
 * Sends the mails that are due; returns how many. Several nodes may run it at once. A mail that cannot be
 * sent is retried in a later run.
 */
export async function sendPriceMails(services: PriceMailServices): Promise<number> {
  let sent = 0
  for await (const due of duePriceNotices(services))
    await sendMailBatch(
      due.map((data, index) => ({ id: String(index), data })),
      async ({ notice, priceMinor }) => {
        if (await notify(services, notice, priceMinor)) sent++
      },
    )
  return sent
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
