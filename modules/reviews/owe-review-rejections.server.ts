/** Owes the authors of rejected reviews the reason, once per decision. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { oweMail } from '../../domain/mail/mail-outbox.server.ts'
import { claimRejections } from './review-repository.server.ts'

const mailsPerRun = 200

/**
 * Returns how many mails are owed from now on. A review is marked as mailed together with its mail, as a node of the release
 * before marks what it sends itself: each is claimed by one of them.
 */
export async function oweReviewRejections({
  db,
  clock,
}: {
  db: Kysely<DB>
  /** Epoch milliseconds. */
  clock: () => number
}): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const claimed = await claimRejections(trx, { now: new Date(clock()), limit: mailsPerRun })
    for (const { reviewId, decidedAt } of claimed)
      await oweMail(trx, {
        template: 'review-rejected-mail',
        data: { reviewId, decidedAt: decidedAt.toISOString() },
      })
    return claimed.length
  })
}
