/**
 * The campaigns of a product in a store that follow its present one. Decides which periods overlap, and what becomes of
 * the plans at a moment. Pure; the prices themselves change in `plan-campaigns.server.ts`.
 */
import type { Campaign } from './product-prices.ts'

/** A campaign for later. Entries of the audit keep it under these names. */
export interface CampaignPlan extends Campaign {
  /** ISO 8601. */
  startsAt: string
  /** Whether it begins at its start although another campaign has not ended. */
  takesOver: boolean
}

const startOf = ({ startsAt }: Pick<Campaign, 'startsAt'>) =>
  startsAt === null ? Number.NEGATIVE_INFINITY : Date.parse(startsAt)
const endOf = ({ endsAt }: Pick<Campaign, 'endsAt'>) =>
  endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt)

type Period = Pick<Campaign, 'startsAt' | 'endsAt'>

/** Whether both hold at some moment: a campaign may begin in the moment in which another one ends. */
export const doOverlap = (one: Period, other: Period): boolean =>
  startOf(one) < endOf(other) && startOf(other) < endOf(one)

/** Whether the campaign is over at a moment, in epoch milliseconds. */
export const hasEnded = (campaign: Period, now: number): boolean => endOf(campaign) <= now

/** The earliest first. */
export const byStart = (one: Period, other: Period): number => startOf(one) - startOf(other)

/** In one spelling, so that times in different notations are equal. */
const canonical = (plans: readonly CampaignPlan[]) =>
  plans
    .map(({ tiers, takesOver, ...period }) => [
      startOf(period),
      period.endsAt && endOf(period),
      takesOver,
      tiers.map(({ minQuantity, priceMinor }) => [minQuantity, priceMinor]).sort(([a = 0], [b = 0]) => a - b),
    ])
    .sort(([a], [b]) => Number(a) - Number(b))

/** Whether both plan the same, in any order. */
export const isSamePlan = (one: readonly CampaignPlan[], other: readonly CampaignPlan[]): boolean =>
  JSON.stringify(canonical(one)) === JSON.stringify(canonical(other))

/**
 * How long before its start a planned campaign becomes the product's, so that its price begins to the second. It is kept
 * out of the prices until then: an import that names no campaign would remove it, and it can be taken back.
 */
export const leadMs = 10 * 60_000

export interface PlanStep<Plan extends CampaignPlan> {
  /** The plan that becomes the product's campaign; null: none does. */
  begins: Plan | null
  /** Plans that ended before they could begin. */
  expired: Plan[]
  /** The product's campaign, where it is for later than the one that begins: it becomes a plan. */
  deferred: CampaignPlan | null
  /** Plans that stay. */
  left: Plan[]
}

/**
 * What becomes of the plans of a product at a moment; null: nothing. The earliest plan begins as soon as the product has
 * no campaign that overlaps it, or at its start where it takes over.
 */
export function stepPlans<Plan extends CampaignPlan>(
  campaign: Campaign | null,
  plans: readonly Plan[],
  now: number,
): PlanStep<Plan> | null {
  const expired = plans.filter((plan) => hasEnded(plan, now))
  const open = plans.filter((plan) => !hasEnded(plan, now)).toSorted(byStart)
  const present = campaign === null || hasEnded(campaign, now) ? null : campaign
  const begins = open.find((plan) => mayBegin(plan, present, now)) ?? null
  if (begins === null && expired.length === 0) return null
  const isLater = begins !== null && present !== null && !doOverlap(begins, present)
  const deferred =
    isLater && present.startsAt !== null ? { ...present, startsAt: present.startsAt, takesOver: false } : null
  return { begins, expired, deferred, left: open.filter((plan) => plan !== begins) }
}

function mayBegin(plan: CampaignPlan, present: Campaign | null, now: number): boolean {
  if (startOf(plan) > now + leadMs) return false
  if (present === null) return true
  // A campaign that ends before the plan begins still holds: the plan waits for its end.
  const isLater = startOf(present) >= endOf(plan)
  return isLater || (plan.takesOver && startOf(plan) <= now)
}

/**
 * The campaign of a product at a later moment, as far as it is planned: each plan begins, waits or expires as it will.
 * Times are epoch milliseconds; `from`: now. A campaign that is over, or for later, is answered too.
 */
export function campaignAt({
  campaign: present,
  plans,
  from,
  at,
}: {
  campaign: Campaign | null
  plans: readonly CampaignPlan[]
  from: number
  at: number
}): Campaign | null {
  const all = [...plans, ...(present === null ? [] : [present])]
  const moments = [...all.map(startOf), ...all.map(endOf), from, at].filter(
    (moment) => moment >= from && moment <= at,
  )
  let campaign = present
  let left = plans
  for (const moment of moments.toSorted((one, other) => one - other)) {
    // At a moment one campaign begins, and those that are over by then are dropped.
    for (;;) {
      const step = stepPlans(campaign, left, moment)
      if (step === null) break
      left = step.deferred === null ? step.left : [...step.left, step.deferred]
      if (step.begins === null) break
      // Not `takesOver`, which is of the plan.
      const { tiers, startsAt, endsAt } = step.begins
      campaign = { tiers, startsAt, endsAt }
    }
  }
  return campaign
}
