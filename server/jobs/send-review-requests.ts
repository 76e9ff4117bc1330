/** Asks the buyers of delivered orders for reviews: once per order, some days after delivery. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { linkToken } from '../../domain/keys/link-token.server.ts'
import { mailPaths } from '../../domain/notifications/mail-paths.ts'
import {
  dueReviewRequests,
  insertReviewRequest,
  type DueReviewRequest,
} from '../../domain/reviews/review-request-repository.server.ts'
import { reviewableLines } from '../../domain/reviews/write-reviews.server.ts'
import { storeCodes, storePolicies } from '../../domain/stores/stores.ts'
import { reviewMail } from '../../providers/mail/review-mail.ts'
import { preferencesUrl, sendMail, type SendMailServices } from './send-mail.ts'
import { sendMailBatch } from './send-mail-batch.ts'

export interface ReviewRequestServices extends SendMailServices {
  db: Kysely<DB>
}

/** Orders of a store per run; the next run, ten minutes later, continues. */
const ordersPerRun = 200

/** How long the link is valid. */
const linkLifeMs = 60 * 24 * 3_600_000

/** Returns how many buyers were asked. A mail that cannot be sent is retried in a later run. */
export async function sendReviewRequests(services: ReviewRequestServices): Promise<number> {
  const { db, clock } = services
  let asked = 0
  for (const store of storeCodes) {
    const days = storePolicies[store].reviewRequestDays
    if (days === null) continue
    const due = await dueReviewRequests(db, { store, days, now: new Date(clock()), limit: ordersPerRun })
    await sendMailBatch(
      due.map((data) => ({ id: data.number, data })),
      async (order) => {
        if (await askBuyer(services, order)) asked++
      },
    )
  }
  return asked
}

/** False: another node asks, the order has no goods, or the buyer refuses such mails. The row of the request is locked while the mail is sent. */
function askBuyer(
  services: ReviewRequestServices,
  { orderId, number, store, email, snapshot }: DueReviewRequest,
): Promise<boolean> {
  const { db, publicUrl, keys, clock } = services
  return db.transaction().execute(async (trx) => {
    const mailedAt = new Date(clock())
    const expiresAt = new Date(clock() + linkLifeMs)
    if (!(await insertReviewRequest(trx, { orderId, mailedAt, expiresAt }))) return false
    const lines = reviewableLines(snapshot)
    if (lines.length === 0) return false
    const token = linkToken(keys, 'review-link', { id: orderId, expiresAt })
    const { messageId } = await sendMail(trx, services, {
      name: `${number}-review`,
      kind: 'review-request',
      store,
      to: email,
      ...reviewMail(store, {
        name: `${snapshot.customer.firstName} ${snapshot.customer.lastName}`,
        products: lines.map((line) => line.name),
        link: publicUrl + mailPaths.review(store, token),
        preferencesUrl: preferencesUrl(services, { store, email }),
      }),
      date: mailedAt,
    })
    return messageId !== null
  })
}
