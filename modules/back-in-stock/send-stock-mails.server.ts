/** Notifies subscribers that a product is available again: once, when it or a variant of it is in stock. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import {
  dueStockNotifications,
  markStockNotified,
  lockStockNotification,
  type DueStockNotification,
} from './stock-notification-repository.server.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import { stockMail } from './stock-mail.server.ts'
import { sendMailBatch } from '../../providers/mail/send-mail-batch.ts'
import { preferencesUrl, sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'

export interface StockMailServices extends SendMailServices {
  db: Kysely<DB>
}

/** Subscriptions per batch, and batches per run: a run ends before the next one begins. */
const wishesPerRound = 200
const roundsPerRun = 20

/**
 * Sends the notifications that are due; returns how many. A mail that cannot be sent does not delay the
 * others of its batch and is retried in a later run.
 */
export async function sendStockMails(services: StockMailServices): Promise<number> {
  let sent = 0
  for (let round = 0; round < roundsPerRun; round++) {
    const wishes = await dueStockNotifications(services.db, {
      most: wishesPerRound,
      now: new Date(services.clock()),
    })
    const results = await sendMailBatch(
      wishes.map((data, index) => ({ id: String(index), data })),
      async (wish) => {
        if (await answerWish(services, wish)) sent++
      },
    )
    const failed = results.some(({ status }) => status === 'failed')
    if (failed || wishes.length < wishesPerRound) break
  }
  return sent
}

/**
 * False while another node processes it. The subscription's row is locked, so two nodes never send one mail
 * twice.
 */
function answerWish(services: StockMailServices, wish: DueStockNotification): Promise<boolean> {
  const { db, publicUrl, keys, clock } = services
  const { store, productId, email, name, slug } = wish
  return db.transaction().execute(async (trx) => {
    if (!(await lockStockNotification(trx, wish))) return false
    // The message id identifies the mail and never the recipient.
    const whose = keys.digest('mail-name', email).toString('hex').slice(0, 12)
    await sendMail(trx, services, {
      name: `stock-${store}-${productId}-${whose}`,
      kind: 'stock-notice',
      store,
      to: email,
      ...stockMail(
        store,
        { name, url: publicUrl + publicPaths.product(store, slug) },
        preferencesUrl(services, { store, email }),
      ),
      date: new Date(clock()),
    })
    await markStockNotified(trx, wish, new Date(clock()))
    return true
  })
}
