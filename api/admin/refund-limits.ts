/** A refund above the step-up limit of its store is answered as a route that asks for a step-up answers. */
import { AdminRefusal, requireOk } from './admin-refusal.ts'

/** Throws the refusal of a refund; 403 `step_up_required` where the person has to confirm it first. */
export function requireRefunded<Answer extends { ok: boolean }>(
  answer: Answer,
): asserts answer is Extract<Answer, { ok: true }> {
  if ('code' in answer && answer.code === 'step_up_required')
    throw new AdminRefusal(403, 'step_up_required', { permission: 'order:refund' })
  requireOk(answer)
}
