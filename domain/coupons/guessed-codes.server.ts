/**
 * Limits the guessing of coupon codes. Codes that do not exist are counted per network, in PostgreSQL and so
 * across all nodes. A network over the limit gets no new results: only codes that were found for it before
 * are checked. Codes that exist are never counted and cause no query.
 */
import { LRUCache } from 'lru-cache'
import { countAttempts, type AttemptServices } from '../security/attempts.server.ts'

/** Most networks and codes kept in a node's memory; beyond it the least recently used are evicted. */
const mostRemembered = 20_000

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
  const limited = new LRUCache<string, number>({ max: mostRemembered })
  /** `network code` of codes that exist. */
  const held = new LRUCache<string, true>({ max: mostRemembered })
  /** `network code` of codes that do not exist, with the end of their counting window, epoch ms. */
  const counted = new LRUCache<string, number>({ max: mostRemembered })
  const pair = (network: string, code: string) => `${network} ${code}`
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
