/**
 * Coupons as they were read lately. A code that is asked for again and again is read anew ahead of its time, so that
 * nobody waits for it: every second all carts of the shop would.
 */
import { LRUCache } from 'lru-cache'
import type { StoredCoupon } from './coupon-repository.server.ts'

type Read = (codes: readonly string[]) => Promise<StoredCoupon[]>

const mostCodes = 5_000

/** Answers as `read` does, from what was read at most `memoryMs` ago; codes that do not exist are remembered too. */
export function rememberedCoupons(read: Read, memoryMs: number): Read {
  const known = new LRUCache<string, Promise<StoredCoupon | null>>({
    max: mostCodes,
    ttl: memoryMs,
    perf: { now: () => performance.now() },
  })
  const renewing = new Set<string>()

  /** Each code's answer to come, of one reading. */
  function readAll(codes: readonly string[]): Map<string, Promise<StoredCoupon | null>> {
    const reading = read(codes).then(
      (coupons) => new Map(coupons.map((each) => [each.definition.code, each])),
    )
    return new Map(codes.map((code) => [code, reading.then((found) => found.get(code) ?? null)]))
  }

  /** All who ask meanwhile wait for the one reading; a failed one is not kept. */
  function readFirst(codes: readonly string[]) {
    const answers = readAll(codes)
    for (const [code, answer] of answers) {
      known.set(code, answer)
      answer.catch(() => known.delete(code))
    }
    return answers
  }

  /** All who ask meanwhile have the former answer; where the reading fails, until its time is over. */
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
    const ageing = codes.filter((code) => !renewing.has(code) && known.getRemainingTTL(code) < memoryMs / 2)
    if (ageing.length > 0) renew(ageing)
    const found = await Promise.all(answers)
    return found.filter((coupon) => coupon !== null)
  }
}
