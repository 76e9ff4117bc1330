/** Asks the buyers of delivered orders for reviews: once per order, some days after delivery. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { oweMail } from '../../domain/mail/mail-outbox.server.ts'
import { ordersToReview, requestReviews } from './request-reviews.server.ts'

/** Orders of a store per run; the next run, ten minutes later, continues. */
const ordersPerRun = 200

/**
 * Returns how many buyers are asked. The row of the request is written together with the mail; every node,
 * also one of the release before, reads from it that the order's buyer is asked.
 */
export async function oweReviewRequests(
  services: {
    db: Kysely<DB>
    /** Epoch milliseconds. */
    clock: () => number
  },
  perRun = ordersPerRun,
): Promise<number> {
  let asked = 0
  for await (const due of ordersToReview(services, perRun))
    asked += await services.db.transaction().execute(async (trx) => {
      let owed = 0
      for (const order of due)
        if (await requestReviews(trx, services, order)) {
          await oweMail(trx, { template: 'review-request-mail', data: { orderId: order.orderId } })
          owed++
        }
      return owed
    })
  return asked
}
