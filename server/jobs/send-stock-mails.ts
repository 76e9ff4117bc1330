/** Tells those who asked that a product can be bought again: once, when it or a variant of it is in stock. */
import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import {
  nextAnsweredWish,
  noteWishAnswered,
} from '../../domain/stock-notifications/stock-notification-repository.server.ts'
import { companies } from '../../domain/stores/company.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import { stores } from '../../domain/stores/stores.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import { stockMail } from '../../providers/mail/stock-mail.ts'

export interface StockMailServices {
  db: Kysely<DB>
  mailer: Mailer
  publicUrl: string
  secret: string
  /** Epoch milliseconds. */
  clock: () => number
}

/** Mails sent in one run, so that a delivery of one product does not hold up everything else. */
const mostAtOnce = 200

/** Sends what is due; answers how many. A wish is locked meanwhile, so two nodes never send one twice. */
export async function sendStockMails(services: StockMailServices): Promise<number> {
  const { db, mailer, publicUrl, secret, clock } = services
  for (let sent = 0; sent < mostAtOnce; sent++) {
    const more = await db.transaction().execute(async (trx) => {
      const wish = await nextAnsweredWish(trx)
      if (!wish) return false
      const { store, productId, email, name, slug } = wish
      // The name says which mail it is and never whose.
      const whose = createHmac('sha256', secret).update(`stock ${email}`).digest('hex').slice(0, 12)
      await mailer.send({
        name: `stock-${store}-${productId}-${whose}`,
        from: { name: stores[store].brand, address: companies[store].email },
        to: email,
        ...stockMail(store, { name, url: publicUrl + publicPaths.product(store, slug) }),
        date: new Date(clock()),
      })
      await noteWishAnswered(trx, wish, new Date(clock()))
      return true
    })
    if (!more) return sent
  }
  return mostAtOnce
}
