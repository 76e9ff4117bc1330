/**
 * Requests the result of codes and, where the caller allows it, returns a cached one for five minutes
 * (COUPON-43). By default every call sends a request. Failed requests are not cached.
 */

/** Lifetime of a cached result: five minutes (COUPON-43). */
export const couponCacheMs = 300_000

export interface CouponSyncOptions {
  /** Whether a result of the last five minutes is acceptable. */
  cache?: boolean
}

/** Wraps `ask`; `question` must be JSON, and equal JSON is the cache key. */
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
