/**
 * Limits the guessing of coupon codes. Codes that do not exist are counted per network, in PostgreSQL and thereby on
 * all nodes together. Over the limit a network learns nothing new: only codes that held for it before are judged. Codes
 * that exist are never counted and ask the database nothing.
 */
import { LRUCache } from 'lru-cache'
import { countAttempts, type AttemptServices } from '../security/attempts.server.ts'

/** What a node remembers of networks and codes; beyond it the oldest is forgotten. */
const mostRemembered = 20_000

export interface GuessedCodes {
  /** Of these codes, those that may be looked up for the network at `now` (epoch ms). */
  judgeable(network: string, codes: readonly string[], now: number): readonly string[]
  /**
   * Takes what a look-up found; answers the codes whose result the network may learn. Counts the codes that do not
   * exist, each once, and forgets nothing of what is counted when the look-up is repeated.
   */
  take(
    network: string,
    looked: { found: readonly string[]; missing: readonly string[] },
    now: number,
  ): Promise<ReadonlySet<string>>
}

export function createGuessedCodes(services: Omit<AttemptServices, 'clock'>): GuessedCodes {
  /** Network → until when it is over the limit, epoch ms. */
  const limited = new LRUCache<string, number>({ max: mostRemembered })
  /** `network code` of codes that exist. */
  const held = new LRUCache<string, true>({ max: mostRemembered })
  /** `network code` of codes that do not, and until when they are counted, epoch ms. */
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
