/** Owes a mail for each request whose product is available again: once, when it or a variant of it is in stock. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { oweMail } from '../../domain/mail/mail-outbox.server.ts'
import { claimStockNotifications } from './stock-notification-repository.server.ts'

/** Requests of a transaction, and transactions of a run: a run ends before the next one begins. */
const requestsPerRound = 200
const roundsPerRun = 20

/**
 * Returns how many mails are owed from now on. A request is marked as notified together with its mail, as a node of the
 * release before marks what it sends itself: each is claimed by one of them.
 */
export async function oweStockMails({
  db,
  clock,
}: {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
}): Promise<number> {
  let owed = 0
  for (let round = 0; round < roundsPerRun; round++) {
    const now = new Date(clock())
    const claimed = await db.transaction().execute(async (trx) => {
      const requests = await claimStockNotifications(trx, { most: requestsPerRound, now })
      for (const { email, ...request } of requests)
        await oweMail(trx, {
          template: 'stock-notice-mail',
          data: { ...request, claimedAt: now.toISOString() },
          recipient: email,
        })
      return requests.length
    })
    owed += claimed
    if (claimed < requestsPerRound) break
  }
  return owed
}
