/**
 * Asks for what codes come to and, where the caller allows it, answers from memory for five minutes (COUPON-43).
 * By default every question is asked anew. Failed questions are not remembered.
 */

/** CONST: five minutes. */
export const couponCacheMs = 300_000

export interface CouponSyncOptions {
  /** Whether an answer of the last five minutes will do. */
  cache?: boolean
}

/** Wraps `ask`; `question` must be JSON, and two of the same JSON are the same question. */
export function cachedCouponSync<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  clock: () => number,
): (question: Question, options?: CouponSyncOptions) => Promise<Answer> {
  let last: { key: string; at: number; answer: Answer } | null = null
  return async (question, { cache = false } = {}) => {
    const key = JSON.stringify(question)
    if (cache && last?.key === key && clock() - last.at < couponCacheMs) return last.answer
    const at = clock()
    const answer = await ask(question)
    last = { key, at, answer }
    return answer
  }
}
