/** Owes a mail to those who asked, when a product has become cheaper: in a campaign or by another price. */
import { oweMail } from '../../domain/mail/mail-outbox.server.ts'
import { duePriceNotices, type PriceNoticeServices } from './due-price-notices.server.ts'
import type { PriceNoticeData } from './mail-templates.server.ts'
import { lockPriceNotice, markPriceMailed } from './price-notice-repository.server.ts'

/**
 * Returns how many mails are owed from now on. Several nodes may run it at once: a request is marked as mailed together
 * with its mail, as a node of the release before marks what it sends itself, so that each is claimed by one of them.
 */
export async function owePriceMails(services: PriceNoticeServices): Promise<number> {
  const { db, clock } = services
  let owed = 0
  for await (const due of duePriceNotices(services))
    owed += await db.transaction().execute(async (trx) => {
      let claimed = 0
      for (const { notice, priceMinor } of due) {
        const now = new Date(clock())
        const locked = await lockPriceNotice(trx, notice, { priceMinor, now })
        // Mailed meanwhile, or another node is claiming it.
        if (locked === null) continue
        await markPriceMailed(trx, notice, { priceMinor, now })
        const { store, productId, email } = notice
        const data: PriceNoticeData = {
          store,
          productId,
          priceMinor,
          claimedAt: now.toISOString(),
          before: {
            priceMinor: locked.priceMinor,
            ...(locked.mailedAt && { mailedAt: locked.mailedAt.toISOString() }),
          },
        }
        await oweMail(trx, { template: 'price-notice-mail', data, recipient: email })
        claimed++
      }
      return claimed
    })
  return owed
}
