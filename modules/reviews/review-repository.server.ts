/** The only SQL for reviews and for the votes on them. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { ProductId } from '../../domain/products/product-id.ts'
import type { Sku } from '../../domain/products/sku.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import {
  reviewsPerPage,
  type PublishedReview,
  type RejectionReason,
  type ReviewSort,
  type ReviewStatus,
  type WrittenReview,
} from './review.ts'

/** A review as staff see it. */
export interface StoredReview {
  id: number
  sku: Sku
  store: StoreCode
  /** Null: the buyer's data has been erased. */
  orderNumber: string | null
  stars: number
  words: string
  name: string | null
  status: ReviewStatus
  rejectionReason: RejectionReason | null
  submittedAt: Date
  answer: string | null
  helpful: number
}

const select = sql`select r.id::integer as id, p.sku, r.store, o.number as "orderNumber", r.stars, r.words, r.name,
    r.status, r.rejection_reason as "rejectionReason", r.submitted_at as "submittedAt", r.answer, r.helpful
  from review r join product p on p.id = r.product_id left join orders o on o.id = r.order_id`

/** Writes the reviews of one order; a product that the order has reviewed before is left out. */
export async function insertReviews(
  trx: Kysely<DB>,
  by: { orderId: number; store: StoreCode; name: string | null; submittedAt: Date },
  reviews: readonly WrittenReview[],
): Promise<number[]> {
  const rows = await trx
    .insertInto('review')
    .values(
      reviews.map(({ productId, stars, words }) => ({
        product_id: productId,
        store: by.store,
        order_id: by.orderId,
        stars,
        words,
        name: by.name,
        submitted_at: by.submittedAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['order_id', 'product_id']).doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function lockReview(trx: Kysely<DB>, id: number): Promise<StoredReview | null> {
  const { rows } = await sql<StoredReview>`${select} where r.id = ${id} for update of r`.execute(trx)
  return rows[0] ?? null
}

/** `reason`: of a rejection; null otherwise. `at`: when it was decided, of no meaning while it waits. */
export async function storeDecision(
  trx: Kysely<DB>,
  id: number,
  { status, reason, at }: { status: ReviewStatus; reason: RejectionReason | null; at: Date },
): Promise<void> {
  await trx
    .updateTable('review')
    .set({
      status,
      rejection_reason: reason,
      decided_at: status === 'pending' ? null : at,
      rejection_mailed_at: null,
    })
    .where('id', '=', id)
    .execute()
}

/** The shop's answer; null removes it. */
export async function writeAnswer(
  trx: Kysely<DB>,
  id: number,
  { answer, at }: { answer: string | null; at: Date },
): Promise<void> {
  await trx
    .updateTable('review')
    .set({ answer, answered_at: answer === null ? null : at })
    .where('id', '=', id)
    .execute()
}

/** Counts a vote on a published review, once per voter; false: there is no such review. */
export async function insertVote(
  trx: Kysely<DB>,
  { reviewId, voter, at }: { reviewId: number; voter: Buffer; at: Date },
): Promise<boolean> {
  const review = await trx
    .selectFrom('review')
    .select('id')
    .where('id', '=', reviewId)
    .where('status', '=', 'published')
    .forUpdate()
    .executeTakeFirst()
  if (!review) return false
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('review_vote')
    .values({ review_id: reviewId, voter, voted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n)
    await trx
      .updateTable('review')
      .set((eb) => ({ helpful: eb('helpful', '+', 1) }))
      .where('id', '=', reviewId)
      .execute()
  return true
}

/**
 * A page of the published reviews of a product's whole family: those in the store's language first, then by the order
 * asked for.
 */
export async function publishedReviews(
  db: Kysely<DB>,
  asked: { productId: ProductId; store: StoreCode; sort: ReviewSort; page: number },
): Promise<{ reviews: PublishedReview[]; total: number }> {
  const { productId, store, sort, page } = asked
  const { rows } = await sql<PublishedReview & { total: number }>`
    select r.id::integer as id, r.store, r.stars, r.words, r.name,
      (extract(epoch from r.submitted_at) * 1000)::float8 as "submittedAt", r.answer, r.helpful,
      count(*) over ()::integer as total
    from review r where r.status = 'published' and r.product_id in (
      with root as (select coalesce(variant_of, id) as id from product where id = ${productId})
      select id from root union all select p.id from product p join root on p.variant_of = root.id)
    order by r.store = ${store} desc, ${sort === 'helpful' ? sql`r.helpful desc,` : sql``} r.submitted_at desc, r.id desc
    limit ${reviewsPerPage} offset ${(page - 1) * reviewsPerPage}`.execute(db)
  return {
    reviews: rows.map(({ total: _total, ...review }) => review),
    total: rows[0]?.total ?? 0,
  }
}

/** Deletes votes after a year; their count stays. */
export async function tidyReviewVotes(db: Kysely<DB>): Promise<void> {
  await sql`delete from review_vote where voted_at < now() - interval '1 year'`.execute(db)
}

/** Staff can revise a decision for this long before its author gets the mail. */
const revisableMs = 10 * 60_000

/**
 * Marks rejected reviews as mailed whose authors are to get the reason now, except those that another node is marking, and
 * returns their decisions; those of erased buyers are left out.
 */
export async function claimRejections(
  trx: Kysely<DB>,
  { now, limit }: { now: Date; limit: number },
): Promise<{ reviewId: number; decidedAt: Date }[]> {
  const { rows } = await sql<{ reviewId: number; decidedAt: Date | null }>`
    with due as (
      select r.id from review r join orders o on o.id = r.order_id and o.erased_at is null
      where r.status = 'rejected' and r.rejection_mailed_at is null
        and r.decided_at <= ${new Date(now.getTime() - revisableMs)}
      limit ${limit} for update of r skip locked
    )
    update review r set rejection_mailed_at = ${now} from due where r.id = due.id
    returning r.id::integer as "reviewId", r.decided_at as "decidedAt"`.execute(trx)
  return rows.map(({ reviewId, decidedAt }) => {
    if (decidedAt === null) throw new Error(`rejected review ${reviewId} has no time of its decision`)
    return { reviewId, decidedAt }
  })
}

export interface OwedRejection {
  store: StoreCode
  reason: RejectionReason
  email: string
  /** First and last name of the buyer. */
  buyer: string
  /** As the order names it. */
  productName: string
}

/** Locked until the caller's transaction ends; null: the decision was revised, or its buyer is erased. */
export async function lockOwedRejection(
  trx: Kysely<DB>,
  id: number,
  decidedAt: Date,
): Promise<OwedRejection | null> {
  const { rows } = await sql<Omit<OwedRejection, 'reason'> & { reason: RejectionReason | null }>`
    select r.store, r.rejection_reason as reason, o.email, product.name as "productName",
      concat_ws(' ', o.snapshot #>> '{customer,firstName}', o.snapshot #>> '{customer,lastName}') as buyer
    from review r join orders o on o.id = r.order_id and o.erased_at is null
    cross join lateral (select line->>'name' as name from jsonb_array_elements(o.snapshot->'lines') line
      where (line->>'productId')::integer = r.product_id limit 1) product
    where r.id = ${id} and r.status = 'rejected' and r.decided_at = ${decidedAt}
    for update of r`.execute(trx)
  const [row] = rows
  if (!row) return null
  const { reason } = row
  if (reason === null) throw new Error(`rejected review ${id} has no reason`)
  return { ...row, reason }
}
