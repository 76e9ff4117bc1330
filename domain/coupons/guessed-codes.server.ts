/**
 * Limits the guessing of coupon codes. Codes that do not exist are counted per network, in PostgreSQL and so
 * across all nodes. A network over the limit gets no new results: only codes that were found for it before
 * are checked. Codes that exist are never counted and cause no query.
 */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { attemptLimits, countAttempts, type AttemptServices } from '../security/attempts.server.ts'

/**
 * Most networks and codes kept in a node's memory, about 200 bytes each; beyond it the least recently used are evicted.
 */
const mostRemembered = 20_000

/** What was counted or limited is of no use after its window. */
const withinWindow = { max: mostRemembered, ttl: attemptLimits['unknown-code-network'].windowMs }

export interface GuessedCodes {
  /** Those of the codes that may be looked up for the network at `now` (epoch ms). */
  judgeable(network: string, codes: readonly string[], now: number): readonly string[]
  /**
   * Takes the result of a look-up and returns the codes whose result the network may see. Codes that do not
   * exist are counted once each; repeating the look-up does not count them again.
   */
  take(
    network: string,
    looked: { found: readonly string[]; missing: readonly string[] },
    now: number,
  ): Promise<ReadonlySet<string>>
}

export function createGuessedCodes(services: Omit<AttemptServices, 'clock'>): GuessedCodes {
  /** Network → end of its limit, epoch ms. */
  const limited = new LRUCache<string, number>(withinWindow)
  /** `pair` of codes that exist. */
  const held = new LRUCache<string, true>({ max: mostRemembered })
  /** `pair` of codes that do not exist, with the end of their counting window, epoch ms. */
  const counted = new LRUCache<string, number>(withinWindow)
  /** Of one length however long the code is, because the text is the caller's. */
  const pair = (network: string, code: string) => hash('sha256', `${network} ${code}`, 'base64url')
  const isLimited = (network: string, now: number) => (limited.get(network) ?? 0) > now
  const holding = (network: string, codes: readonly string[]) =>
    codes.filter((code) => held.has(pair(network, code)))

  return {
    judgeable: (network, codes, now) => (isLimited(network, now) ? holding(network, codes) : codes),
    async take(network, { found, missing }, now) {
      const heldBefore = holding(network, found)
      const fresh = missing.filter((code) => (counted.get(pair(network, code)) ?? 0) <= now)
      if (fresh.length > 0) {
        const attempt = { kind: 'unknown-code-network', key: network } as const
        const { allowed, resetsAt } = await countAttempts(
          { ...services, clock: () => now },
          attempt,
          fresh.length,
        )
        for (const code of fresh) counted.set(pair(network, code), resetsAt)
        if (!allowed) limited.set(network, resetsAt)
      }
      if (isLimited(network, now)) return new Set(heldBefore)
      for (const code of found) held.set(pair(network, code), true)
      return new Set([...found, ...missing])
    },
  }
}
