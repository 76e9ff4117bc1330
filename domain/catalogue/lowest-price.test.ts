import { minor } from '../money/money.ts'
import { describe, expect, it } from 'vitest'
import { lowestBeforeCampaign, type PriceRecord } from './lowest-price.server.ts'

const day = 86_400_000
const start = Date.UTC(2026, 0, 31)

const normal = (daysBefore: number, priceMinor: number | null): PriceRecord => ({
  kind: 'normal',
  priceMinor: priceMinor === null ? null : minor(priceMinor),
  startsAt: null,
  endsAt: null,
  recordedAt: start - daysBefore * day,
})
const campaign = (
  recordedBefore: number,
  priceMinor: number | null,
  startsAt = start,
  endsAt: number | null = null,
) => ({
  kind: 'campaign' as const,
  priceMinor: priceMinor === null ? null : minor(priceMinor),
  startsAt,
  endsAt,
  recordedAt: start - recordedBefore * day,
})

describe('the lowest price of the 30 days before a reduction (Dir. 98/6/EC Art. 6a)', () => {
  it('is the lowest in force within the window, even if it was set long before', () => {
    expect(lowestBeforeCampaign([normal(90, 19_900), campaign(1, 14_900)])).toBe(19_900)
    expect(lowestBeforeCampaign([normal(90, 9_900), normal(31, 19_900), campaign(1, 14_900)])).toBe(19_900)
    expect(lowestBeforeCampaign([normal(90, 9_900), normal(29, 19_900), campaign(1, 14_900)])).toBe(9_900)
  })

  it('counts an earlier campaign inside the window and not the current one', () => {
    const earlier = campaign(25, 12_900, start - 20 * day, start - 15 * day)
    expect(lowestBeforeCampaign([normal(90, 19_900), earlier, campaign(5, 14_900)])).toBe(12_900)
    const long = campaign(60, 9_900, start - 60 * day, start - 40 * day)
    expect(lowestBeforeCampaign([normal(90, 19_900), long, campaign(5, 14_900)])).toBe(19_900)
  })

  it('keeps its window when the running campaign is lowered further', () => {
    expect(lowestBeforeCampaign([normal(90, 19_900), campaign(5, 14_900), campaign(-3, 9_900)])).toBe(19_900)
  })

  it('keeps its window when the running campaign is rewritten in one step', () => {
    const rows = [normal(90, 19_900), campaign(5, 14_900), campaign(-3, null), campaign(-3, 14_900)]
    expect(lowestBeforeCampaign(rows)).toBe(19_900)
  })

  it('starts a new window when a campaign that had ended is resumed, whatever start it names', () => {
    const ended = campaign(5, 14_900, start, start + 5 * day)
    const between = [normal(-40, 9_900), normal(-50, 19_900)]
    const again = campaign(-60, 14_900, start, start + 90 * day)
    expect(lowestBeforeCampaign([normal(90, 19_900), ended, ...between, again])).toBe(9_900)
    const prolonged = campaign(-4, 14_900, start, start + 90 * day)
    expect(lowestBeforeCampaign([normal(90, 19_900), ended, prolonged])).toBe(19_900)
  })

  it('does not count a price that was raised just before the reduction as the only one', () => {
    expect(lowestBeforeCampaign([normal(90, 14_900), normal(2, 29_900), campaign(1, 19_900)])).toBe(14_900)
  })

  it('is unknown where nothing was sold before, and where there is no campaign', () => {
    expect(lowestBeforeCampaign([normal(0, 19_900), campaign(0, 14_900)])).toBeNull()
    expect(lowestBeforeCampaign([normal(90, 19_900)])).toBeNull()
    expect(lowestBeforeCampaign([normal(90, 19_900), campaign(5, 14_900), campaign(-1, null)])).toBeNull()
  })
})
