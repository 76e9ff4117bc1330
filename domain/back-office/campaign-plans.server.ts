/**
 * Campaigns that staff plan for later: the dry run says which campaigns overlap and what the 30-day lowest price will
 * be, as far as it is known today; the job that plans them, and the one that removes them.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { adjustPrices, type PriceAdjustment } from '../catalogue/adjust-prices.ts'
import { doOverlap, hasEnded, isSamePlan, type CampaignPlan } from '../catalogue/campaign-plan.ts'
import {
  previewReductions,
  readPricesOf,
  refusalOf,
  type PricedIn,
  type StoredPrices,
} from '../catalogue/change-price.server.ts'
import { productsPlannedFor, readPlansOf, type PlannedPeriod } from '../catalogue/plan-campaigns.server.ts'
import type { Campaign } from '../catalogue/product-prices.ts'
import { startStaffJob, type StartServices } from '../staff-jobs/start-staff-job.server.ts'
import type { NewStaffJobRow } from '../staff-jobs/staff-job.ts'
import { storePolicies } from '../stores/stores.ts'
import { marginsOf, type Planned, type PlannedRow } from './price-changes.server.ts'

/** What becomes of the plans of one product. `before` and `after` are its prices, now and in the campaign. */
export interface PlannedCampaignRow extends PlannedRow {
  plans: { before: CampaignPlan[]; after: CampaignPlan[] }
}

/** A campaign that is calculated from the normal prices of today. */
export type CampaignAdjustment = Pick<PriceAdjustment, 'by' | 'rounds'> & {
  period: { startsAt: string; endsAt: string | null }
  /** Whether it replaces the campaigns that overlap it; otherwise they refuse it. */
  replaces: boolean
}

/** Plans a campaign of every product. */
export async function planCampaigns(
  services: { db: Kysely<DB>; clock: () => number },
  products: readonly PricedIn[],
  adjustment: CampaignAdjustment,
): Promise<PlannedCampaignRow[]> {
  const stored = await readPricesOf(services.db, products)
  const keys = products.map(({ store }, index) => {
    const found = stored[index]
    return found ? { productId: found.productId, store } : null
  })
  const plans = await readPlansOf(services.db, keys)
  const now = services.clock()
  const rows = products.map((product, index) =>
    rowOf(product, { stored: stored[index] ?? null, plans: plans[index]!, adjustment, now }),
  )
  return completed(services, rows, stored)
}

interface Present {
  /** Null: the product is not sold in the store. */
  stored: StoredPrices | null
  plans: CampaignPlan[]
  adjustment: CampaignAdjustment
  now: number
}

function rowOf({ sku, store }: PricedIn, { stored, plans, adjustment, now }: Present): PlannedCampaignRow {
  const row = {
    sku,
    store,
    before: stored?.prices ?? null,
    after: null,
    replaces: null,
    overlaps: [],
    reduction: null,
    margin: null,
    plans: { before: plans, after: plans },
  }
  const refused = (refusal: PlannedRow['refusal']) => ({ ...row, outcome: 'refused' as const, refusal })
  if (!stored) return refused('unknown_product')
  const { period, replaces } = adjustment
  const after = adjustPrices(
    stored.prices,
    { ...adjustment, field: 'campaign' },
    storePolicies[store].priceEndings,
  )
  if (typeof after === 'string') return refused(after)
  const problem = refusalOf({ sku, store, prices: after }, stored)
  if (problem) return refused(problem.code)
  if (hasEnded(period, now)) return refused('campaign_over')
  const { campaign } = stored.prices
  const present = campaign && !hasEnded(campaign, now) && doOverlap(campaign, period) ? [campaign] : []
  const plan = { tiers: after.campaign!.tiers, ...period, takesOver: replaces && present.length > 0 }
  const others = plans.filter((each) => !isSamePlan([each], [plan]))
  if (others.length < plans.length) return { ...row, after, outcome: 'unchanged', refusal: null }
  const overlapping = others.filter((each) => doOverlap(each, period))
  const overlaps: Campaign[] = [...present, ...overlapping]
  if (overlaps.length > 0 && !replaces) return { ...refused('campaign_overlaps'), after, overlaps }
  const left = others.filter((each) => !overlapping.includes(each))
  return {
    ...row,
    after,
    overlaps,
    outcome: 'change',
    refusal: null,
    plans: { before: plans, after: [...left, plan] },
  }
}

/** The rows with what is looked up for many at once: reductions that may be announced, and margins. */
async function completed(
  services: { db: Kysely<DB>; clock: () => number },
  rows: readonly PlannedCampaignRow[],
  stored: readonly (StoredPrices | null)[],
): Promise<PlannedCampaignRow[]> {
  const planned = rows.map((row, index): Planned => ({ row, productId: stored[index]?.productId ?? null }))
  const announced = rows.flatMap(({ outcome, store, before, after, plans }, index) => {
    const productId = planned[index]!.productId
    const campaign = after?.campaign
    if (outcome !== 'change' || !campaign || productId === null) return []
    // A campaign that has begun is in the history; one that is for later begins as the plans do.
    const waiting = before?.campaign?.startsAt ? [before.campaign] : []
    return [{ index, productId, store, campaign, follows: [...plans.after, ...waiting] }]
  })
  const reductions = await previewReductions(services, announced)
  const byRow = new Map(announced.map(({ index }, position) => [index, reductions[position] ?? null]))
  const margins = await marginsOf(services.db, planned)
  return rows.map((row, index) => ({
    ...row,
    reduction: byRow.get(index) ?? null,
    margin: margins.get(index) ?? null,
  }))
}

type StartPlansAnswer = { ok: true; id: number } | { ok: false; code: 'nothing_to_change' }

/** Starts the job that plans the campaigns of a dry run. */
export async function startCampaignPlan(
  services: StartServices,
  actor: Actor,
  given: {
    staffId: number
    plan: readonly PlannedCampaignRow[]
    terms: Readonly<Record<string, unknown>>
    reason: string | null
  },
): Promise<StartPlansAnswer> {
  const { plan, ...start } = given
  if (!plan.some(({ outcome }) => outcome === 'change')) return { ok: false, code: 'nothing_to_change' }
  const rows = plan.map(
    ({ sku, store, plans: { before, after }, outcome, refusal }): NewStaffJobRow<CampaignPlan[]> => ({
      objectId: sku,
      store,
      before,
      after,
      outcome: outcome === 'change' ? null : outcome,
      refusal,
    }),
  )
  return { ok: true, id: await startStaffJob(services, actor, { ...start, kind: 'campaign-plan', rows }) }
}

/** Starts the job that removes the campaigns that are planned for a period. */
export async function startPlanRemoval(
  services: StartServices,
  actor: Actor,
  { staffId, period }: { staffId: number; period: PlannedPeriod },
): Promise<StartPlansAnswer> {
  const { store, startsAt, endsAt } = period
  const products = await productsPlannedFor(services.db, period)
  if (products.length === 0) return { ok: false, code: 'nothing_to_change' }
  const plans = await readPlansOf(
    services.db,
    products.map(({ productId }) => ({ productId, store })),
  )
  const isRemoved = (plan: CampaignPlan) => plan.startsAt === startsAt && plan.endsAt === endsAt
  const rows = products.map(({ sku }, index): NewStaffJobRow<CampaignPlan[]> => ({
    objectId: sku,
    store,
    before: plans[index]!,
    after: plans[index]!.filter((plan) => !isRemoved(plan)),
    outcome: null,
    refusal: null,
  }))
  const terms = { remove: { startsAt, endsAt } }
  const start = { kind: 'campaign-plan' as const, staffId, terms, reason: null, rows }
  return { ok: true, id: await startStaffJob(services, actor, start) }
}
