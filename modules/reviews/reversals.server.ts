/** How decisions on reviews and answers are undone. */
import { outcomeOf, type Reversals, type Reverse } from '../../domain/undo/reversal.ts'
import { answerReview, restoreDecision } from './moderate-review.server.ts'
import type { RejectionReason, ReviewStatus } from './review.ts'

/** The status that the review had, with its reason. */
const takeDecisionBack: Reverse = async (trx, actor, { objectId, before, after }, { now }) => {
  // A status that stayed equal is not in the entry: another reason of a rejection.
  const status = (before['status'] ?? 'rejected') as ReviewStatus
  const reason = (before['rejectionReason'] ?? null) as RejectionReason | null
  // Entries of former versions did not name the reason of a rejection.
  if (status === 'rejected' && reason === null) return 'not_reversible'
  const restored = await restoreDecision(trx, actor, {
    id: Number(objectId),
    expected: (after['status'] ?? 'rejected') as ReviewStatus,
    status,
    reason,
    now: new Date(now),
  })
  return outcomeOf(restored)
}

export const reversals: Reversals = {
  'review.publish': { permission: 'review:moderate', reverse: takeDecisionBack },
  'review.reject': { permission: 'review:moderate', reverse: takeDecisionBack },
  'review.reopen': { permission: 'review:moderate', reverse: takeDecisionBack },
  'review.answer': {
    permission: 'review:moderate',
    reverse: async (trx, actor, { objectId, before }, { now }) => {
      const answer = (before['answer'] ?? null) as string | null
      const answered = await answerReview(trx, actor, { id: Number(objectId), answer, now: new Date(now) })
      return answered.ok ? true : 'not_offered'
    },
  },
}
