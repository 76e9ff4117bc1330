import { describe, expect, it } from 'vitest'
import { minor } from '../money/money.ts'
import { campaignAt, doOverlap, isSamePlan, stepPlans, type CampaignPlan } from './campaign-plan.ts'
import type { Campaign } from './product-prices.ts'

const day = (number: number) => new Date(Date.UTC(2026, 10, number)).toISOString()
const at = (number: number) => Date.parse(day(number))
const campaign = (from: number, to: number | null): Campaign & { startsAt: string } => ({
  tiers: [{ minQuantity: 1, priceMinor: minor(from * 100) }],
  startsAt: day(from),
  endsAt: to === null ? null : day(to),
})
const plan = (from: number, to: number | null, takesOver = false): CampaignPlan => ({
  ...campaign(from, to),
  takesOver,
})

describe('planned campaigns of a product', () => {
  it('overlap where both hold at some moment', () => {
    expect(doOverlap(campaign(1, 5), campaign(5, 9))).toBe(false)
    expect(doOverlap(campaign(1, 6), campaign(5, 9))).toBe(true)
    expect(doOverlap(campaign(1, null), campaign(5, 9))).toBe(true)
    expect(doOverlap({ startsAt: null, endsAt: day(2) }, campaign(2, null))).toBe(false)
  })

  it('are the same in any order and notation', () => {
    const [one, two] = [plan(1, 5), plan(5, null)]
    expect(isSamePlan([one, two], [two, { ...one, startsAt: '2026-11-01T01:00:00+01:00' }])).toBe(true)
    expect(isSamePlan([one], [{ ...one, takesOver: true }])).toBe(false)
  })

  it('begin shortly before their start, one at a time', () => {
    const plans = [plan(20, 25), plan(10, 15)]
    expect(stepPlans(null, plans, at(9))).toBeNull()
    const minutesBefore = (minutes: number) => stepPlans(null, plans, at(10) - minutes * 60_000)
    expect(minutesBefore(11)).toBeNull()
    expect(minutesBefore(9)).toEqual({ begins: plans[1], expired: [], deferred: null, left: [plans[0]] })
  })

  it('wait for the end of the campaign in force, unless they take over', () => {
    const [waiting, taking] = [plan(10, 15), plan(10, 15, true)]
    expect(stepPlans(campaign(1, 12), [waiting], at(11))).toBeNull()
    expect(stepPlans(campaign(1, 12), [waiting], at(12))).toMatchObject({ begins: waiting, deferred: null })
    expect(stepPlans(campaign(1, 10), [waiting], at(10) - 1000)).toBeNull()
    expect(stepPlans(campaign(1, 12), [taking], at(10) - 1000)).toBeNull()
    expect(stepPlans(campaign(1, null), [taking], at(10))).toMatchObject({ begins: taking, deferred: null })
  })

  it('are the campaign of their product at a later moment, as they will begin, wait and expire', () => {
    const seen = (present: Campaign | null, plans: CampaignPlan[], moment: number) =>
      campaignAt({ campaign: present, plans, from: at(1), at: at(moment) })
    const week = plan(10, 15)
    expect(seen(null, [week, plan(20, null)], 9)).toBeNull()
    expect(seen(null, [week, plan(20, null)], 10)).toEqual(campaign(10, 15))
    expect(seen(null, [week, plan(20, null)], 30)).toEqual(campaign(20, null))
    // It waits for the end of the campaign in force, or has no day left.
    expect(seen(campaign(1, 12), [week], 11)).toEqual(campaign(1, 12))
    expect(seen(campaign(1, 12), [week], 12)).toEqual(campaign(10, 15))
    expect(seen(campaign(1, null), [week, plan(20, 25, true)], 14)).toEqual(campaign(1, null))
    expect(seen(campaign(1, null), [week, plan(20, 25, true)], 21)).toEqual(campaign(20, 25))
    // A campaign for later follows the one that begins before it.
    expect(seen(campaign(20, 25), [week], 12)).toEqual(campaign(10, 15))
    expect(seen(campaign(20, 25), [week], 21)).toEqual(campaign(20, 25))
  })

  it('go before a campaign that is for later, which then follows them', () => {
    const later = campaign(24, 27)
    expect(stepPlans(later, [plan(10, 15)], at(10))).toMatchObject({
      begins: plan(10, 15),
      deferred: { ...later, takesOver: false },
    })
  })

  it('expire where another campaign held until their end', () => {
    const [over, next] = [plan(10, 15), plan(20, 25)]
    expect(stepPlans(campaign(1, 18), [over, next], at(16))).toEqual({
      begins: null,
      expired: [over],
      deferred: null,
      left: [next],
    })
  })
})
