/**
 * Staff decide on reviews and answer them. A review is rejected only for one of the listed reasons, never for
 * its stars or its tone; a decision can be revised. The author of a rejected review gets the reason by mail
 * (Regulation (EU) 2022/2065, Art. 17).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import type { RejectionReason, ReviewStatus } from './review.ts'
import { lockReview, storeDecision, writeAnswer, type StoredReview } from './review-repository.server.ts'

/** What the audit calls a decision. A review waits again only by an undo. */
const actions = {
  pending: 'review.reopen',
  published: 'review.publish',
  rejected: 'review.reject',
} as const

export type ReviewDecision =
  | { ok: true; review: StoredReview }
  | { ok: false; code: 'not_found' }
  /** It has that status already. */
  | { ok: false; code: 'unchanged' }

/** `reason`: why it is rejected; null publishes it. */
export async function moderateReview(
  db: Kysely<DB>,
  actor: Actor,
  { id, reason, now }: { id: number; reason: RejectionReason | null; now: Date },
): Promise<ReviewDecision> {
  return audited(db, actor, async (trx, record): Promise<ReviewDecision> => {
    const review = await lockReview(trx, id)
    if (review === null) return { ok: false, code: 'not_found' }
    const status: ReviewStatus = reason === null ? 'published' : 'rejected'
    if (review.status === status && review.rejectionReason === reason) return { ok: false, code: 'unchanged' }
    await storeDecision(trx, id, { status, reason, at: now })
    record({
      action: actions[status],
      object: ['review', id],
      store: review.store,
      before: { status: review.status, rejectionReason: review.rejectionReason },
      after: { status, rejectionReason: reason },
      reason,
    })
    return { ok: true, review: { ...review, status, rejectionReason: reason } }
  })
}

/** The decision that a review had before: an undo. Refused where another one was made since. */
export async function restoreDecision(
  trx: Kysely<DB>,
  actor: Actor,
  given: {
    id: number
    expected: ReviewStatus
    status: ReviewStatus
    reason: RejectionReason | null
    now: Date
  },
): Promise<{ ok: true } | { ok: false; code: 'unknown_row' | 'changed_meanwhile' }> {
  const { id, expected, status, reason, now } = given
  return audited(trx, actor, async (inside, record) => {
    const review = await lockReview(inside, id)
    if (review === null) return { ok: false, code: 'unknown_row' }
    if (review.status !== expected) return { ok: false, code: 'changed_meanwhile' }
    await storeDecision(inside, id, { status, reason, at: now })
    record({
      action: actions[status],
      object: ['review', id],
      store: review.store,
      before: { status: review.status, rejectionReason: review.rejectionReason },
      after: { status, rejectionReason: reason },
      reason,
    })
    return { ok: true }
  })
}

/** The shop's public answer; null removes it. A rejected review, which nobody sees, gets none. */
export async function answerReview(
  db: Kysely<DB>,
  actor: Actor,
  { id, answer, now }: { id: number; answer: string | null; now: Date },
): Promise<{ ok: true } | { ok: false; code: 'not_found' | 'rejected' }> {
  return audited(db, actor, async (trx, record) => {
    const review = await lockReview(trx, id)
    if (review === null) return { ok: false, code: 'not_found' }
    if (answer !== null && review.status === 'rejected') return { ok: false, code: 'rejected' }
    await writeAnswer(trx, id, { answer, at: now })
    record({
      action: 'review.answer',
      object: ['review', id],
      store: review.store,
      before: { answer: review.answer },
      after: { answer },
    })
    return { ok: true }
  })
}
