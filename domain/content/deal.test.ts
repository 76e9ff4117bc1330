import { describe, expect, it } from 'vitest'
import { isDealActive, nextDeliveryWindowMs, showsNextDelivery, toEpochMs } from './deal.ts'

describe('banners in time', () => {
  it('[DEF-14] a timestamp is text with offset or epoch milliseconds', () => {
    expect(toEpochMs('2026-01-01T00:00:00Z')).toBe(1767225600000)
    expect(toEpochMs(1767225600000)).toBe(toEpochMs('2026-01-01T01:00:00+01:00'))
  })

  it('[DEAL-01] a deal runs from its start up to, but not at, its expiry', () => {
    const deal = { startsAt: '2026-01-01T00:00:00Z', expiresAt: '2026-01-02T00:00:00Z' }
    const at = (text: string) => isDealActive(deal, Date.parse(text))
    expect(at('2026-01-01T00:00:00Z')).toBe(true)
    expect(at('2026-01-02T00:00:00Z')).toBe(false)
    expect(at('2025-12-31T23:59:59Z')).toBe(false)
  })

  it('[DEAL-04] the next delivery shows with 24 hours or less left, and something left', () => {
    const left = (ms: number) => showsNextDelivery(1767225600000 + ms, 1767225600000)
    expect([86_400_000, 86_400_001, 0].map(left)).toEqual([true, false, false])
    expect(nextDeliveryWindowMs).toBe(86_400_000)
  })
})
