/** Whose buyers are asked for reviews: once per order, some days after delivery. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { openStoreCodes } from '../../domain/stores/open-stores.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import {
  dueReviewRequests,
  insertReviewRequest,
  type DueReviewRequest,
} from './review-request-repository.server.ts'
import type { ReadServices } from '../../sdk/module.ts'
import { reviewableLines } from './write-reviews.server.ts'

/** After how many days from delivery the buyers of a store are asked; others after `usualDays`. */
const daysAfterDelivery: Partial<Record<StoreCode, number>> = { de: 14 }
const usualDays = 10

/** How long the link is valid. */
const linkLifeMs = 60 * 24 * 3_600_000

/** Orders whose buyers are to be asked now, store by store; those of closed stores later. `limit`: per store. */
export async function* ordersToReview(
  { db, clock }: Pick<ReadServices, 'db' | 'clock'>,
  limit: number,
): AsyncGenerator<DueReviewRequest[]> {
  for (const store of openStoreCodes()) {
    const days = daysAfterDelivery[store] ?? usualDays
    yield await dueReviewRequests(db, { store, days, now: new Date(clock()), limit })
  }
}

/**
 * Records that the order's buyer is asked. False: another node asks, or the order has no goods. The request is locked until
 * the caller's transaction ends.
 */
export async function requestReviews(
  trx: Kysely<DB>,
  { clock }: Pick<ReadServices, 'clock'>,
  { orderId, snapshot }: DueReviewRequest,
): Promise<boolean> {
  const mailedAt = new Date(clock())
  const expiresAt = new Date(mailedAt.getTime() + linkLifeMs)
  return (
    (await insertReviewRequest(trx, { orderId, mailedAt, expiresAt })) && reviewableLines(snapshot).length > 0
  )
}
