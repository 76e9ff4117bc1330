/**
 * Caches coupons for a short time. A code in constant use is refreshed before its entry expires, so that no
 * request waits for it; otherwise all carts of the shop would wait at every expiry.
 */
import { LRUCache } from 'lru-cache'
import type { StoredCoupon } from './coupon-repository.server.ts'

type Read = (codes: readonly string[]) => Promise<StoredCoupon[]>

const mostCodes = 5_000

/** Returns the same as `read`, from data at most `maxAgeMs` old; codes that do not exist are cached too. */
export function createCouponCache(read: Read, maxAgeMs: number): Read {
  const known = new LRUCache<string, Promise<StoredCoupon | null>>({
    max: mostCodes,
    ttl: maxAgeMs,
    perf: { now: () => performance.now() },
  })
  const renewing = new Set<string>()

  /** A pending result per code, all from one read. */
  function readAll(codes: readonly string[]): Map<string, Promise<StoredCoupon | null>> {
    const reading = read(codes).then(
      (coupons) => new Map(coupons.map((each) => [each.definition.code, each])),
    )
    return new Map(codes.map((code) => [code, reading.then((found) => found.get(code) ?? null)]))
  }

  /** Concurrent callers share one read; a failed one is not cached. */
  function readFirst(codes: readonly string[]) {
    const answers = readAll(codes)
    for (const [code, answer] of answers) {
      known.set(code, answer)
      answer.catch(() => known.delete(code))
    }
    return answers
  }

  /** Concurrent callers get the former entry, which stays until it expires if the read fails. */
  function renew(codes: readonly string[]) {
    const start = performance.now()
    for (const code of codes) renewing.add(code)
    for (const [code, answer] of readAll(codes)) {
      void answer
        .then(
          () => known.set(code, answer, { start }),
          () => undefined,
        )
        .finally(() => renewing.delete(code))
    }
  }

  return async (codes) => {
    const unknown = codes.filter((code) => !known.has(code))
    const first = unknown.length > 0 ? readFirst(unknown) : null
    const answers = codes.flatMap((code) => first?.get(code) ?? known.get(code) ?? [])
    const ageing = codes.filter((code) => !renewing.has(code) && known.getRemainingTTL(code) < maxAgeMs / 2)
    if (ageing.length > 0) renew(ageing)
    const found = await Promise.all(answers)
    return found.filter((coupon) => coupon !== null)
  }
}
