/** Tells those who asked that a product can be bought again: once, when it or a variant of it is in stock. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import {
  answeredWishes,
  noteWishAnswered,
  takeWish,
  type AnsweredWish,
} from '../../domain/stock-notifications/stock-notification-repository.server.ts'
import { companies } from '../../domain/stores/company.ts'
import { publicPaths } from '../../domain/stores/paths.ts'
import { stores } from '../../domain/stores/stores.ts'
import type { Mailer } from '../../providers/mail/mailer.ts'
import { stockMail } from '../../providers/mail/stock-mail.ts'

export interface StockMailServices {
  db: Kysely<DB>
  log: { warn(data: object, message: string): void }
  mailer: Mailer
  publicUrl: string
  keys: Keyring
  /** Epoch milliseconds. */
  clock: () => number
}

/** Mails sent in one run, so that a delivery of one product does not hold up everything else. */
const mostAtOnce = 200
const mostFailures = 10

/**
 * Sends what is due; answers how many. A mail that cannot be sent holds up no other and is tried again in a later
 * run; after some of them the mail server is left alone for this one.
 */
export async function sendStockMails(services: StockMailServices): Promise<number> {
  const { db, log } = services
  let sent = 0
  let failed = 0
  for (const wish of await answeredWishes(db, mostAtOnce)) {
    try {
      if (await answerWish(services, wish)) sent++
    } catch (error) {
      // What a mail server says names the address it refuses.
      log.warn({ code: (error as { code?: unknown }).code }, 'a mail about stock could not be sent')
      if (++failed >= mostFailures) break
    }
  }
  return sent
}

/** False where another node is at it. A wish is locked meanwhile, so two nodes never send one twice. */
function answerWish(services: StockMailServices, wish: AnsweredWish): Promise<boolean> {
  const { db, mailer, publicUrl, keys, clock } = services
  const { store, productId, email, name, slug } = wish
  return db.transaction().execute(async (trx) => {
    if (!(await takeWish(trx, wish))) return false
    // The name says which mail it is and never whose.
    const whose = keys.digest('mail-name', email).toString('hex').slice(0, 12)
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
}
