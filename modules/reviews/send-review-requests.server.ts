/** Asks the buyers of delivered orders for reviews: once per order, some days after delivery. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { reviewPath } from './review-path.ts'
import type { DueReviewRequest } from './review-request-repository.server.ts'
import { ordersToReview, requestReviews } from './request-reviews.server.ts'
import { reviewMail } from './review-mail.server.ts'
import { preferencesUrl, sendMail, type SendMailServices } from '../../providers/mail/send-mail.ts'
import { sendMailBatch } from '../../providers/mail/send-mail-batch.ts'

export interface ReviewRequestServices extends SendMailServices {
  db: Kysely<DB>
}

/** Orders of a store per run; the next run, ten minutes later, continues. */
const ordersPerRun = 200

/** Returns how many buyers were asked. A mail that cannot be sent is retried in a later run. */
export async function sendReviewRequests(services: ReviewRequestServices): Promise<number> {
  let asked = 0
  for await (const due of ordersToReview(services, ordersPerRun))
    await sendMailBatch(
      due.map((data) => ({ id: data.number, data })),
      async (order) => {
        if (await askBuyer(services, order)) asked++
      },
    )
  return asked
}

/** False: another node asks, the order has no goods, or the buyer refuses such mails. The row of the request is locked while the mail is sent. */
function askBuyer(services: ReviewRequestServices, order: DueReviewRequest): Promise<boolean> {
  const { db, publicUrl } = services
  const { number, store, email, snapshot } = order
  return db.transaction().execute(async (trx) => {
    const request = await requestReviews(trx, services, order)
    if (request === null) return false
    const { token, lines, mailedAt } = request
    const { messageId } = await sendMail(trx, services, {
      name: `${number}-review`,
      kind: 'review-request',
      store,
      to: email,
      ...reviewMail(store, {
        name: `${snapshot.customer.firstName} ${snapshot.customer.lastName}`,
        products: lines.map((line) => line.name),
        link: publicUrl + reviewPath(store, token),
        preferencesUrl: preferencesUrl(services, { store, email }),
      }),
      date: mailedAt,
    })
    return messageId !== null
  })
}
