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
  isSameCampaign,
  previewReductions,
  readPricesOf,
  refusalOf,
  type PricedIn,
  type StoredPrices,
} from '../catalogue/change-price.server.ts'
import { roundPrices } from '../catalogue/list-price.ts'
import { productsPlannedFor, readPlansOf, type PlannedPeriod } from '../catalogue/plan-campaigns.server.ts'
import type { Campaign } from '../catalogue/product-prices.ts'
import { startStaffJob, type StartServices } from '../staff-jobs/start-staff-job.server.ts'
import type { NewStaffJobRow } from '../staff-jobs/staff-job.ts'
import { storePolicies, stores } from '../stores/stores.ts'
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
  services: Services,
  products: readonly PricedIn[],
  adjustment: CampaignAdjustment,
): Promise<PlannedCampaignRow[]> {
  const { period, replaces } = adjustment
  return planRows(services, products, (product, present) => {
    const after = adjustPrices(
      present.stored.prices,
      { ...adjustment, field: 'campaign' },
      storePolicies[product.store].priceEndings,
    )
    return typeof after === 'string'
      ? refused(product, present, after)
      : placed(product, present, {
          campaign: { tiers: after.campaign!.tiers, ...period },
          former: null,
          replaces,
        })
  })
}

/** A campaign for later as a person typed it; null removes the one that is expected. */
export interface TypedPlan extends PricedIn {
  campaign: (Campaign & { startsAt: string }) | null
  /** The planned campaign that the person saw; null: there was none. */
  expected: Campaign | null
}

/** Plans, changes and removes campaigns as a person typed them. */
export async function planTypedCampaigns(
  services: Services,
  changes: readonly TypedPlan[],
  { replaces }: { replaces: boolean },
): Promise<PlannedCampaignRow[]> {
  return planRows(services, changes, ({ sku, store, campaign, expected }, present) => {
    const product = { sku, store }
    const { stored, plans } = present
    const { normal } = stored.prices
    const former = expected && (plans.find((plan) => isSameCampaign(plan, expected)) ?? null)
    if (expected !== null && former === null) {
      // Both versions: what is planned by now around the days that the person saw, and what was typed.
      const current = plans.find((plan) => doOverlap(plan, expected)) ?? null
      return {
        ...refused(product, present, 'changed_meanwhile'),
        before: { normal, campaign: current },
        after: { normal, campaign },
      }
    }
    if (campaign !== null) return placed(product, present, { campaign, former, replaces })
    return {
      ...blank(product, present),
      after: { normal, campaign: null },
      outcome: former === null ? 'unchanged' : 'change',
      refusal: null,
      replaces: former,
      plans: { before: plans, after: plans.filter((plan) => plan !== former) },
    }
  })
}

interface Services {
  db: Kysely<DB>
  clock: () => number
}

/** What a product has in a store now. */
interface Present {
  stored: StoredPrices
  plans: CampaignPlan[]
  now: number
}

async function planRows<Product extends PricedIn>(
  services: Services,
  products: readonly Product[],
  rowOf: (product: Product, present: Present) => PlannedCampaignRow,
): Promise<PlannedCampaignRow[]> {
  const stored = await readPricesOf(services.db, products)
  const keys = products.map(({ store }, index) => {
    const found = stored[index]
    return found ? { productId: found.productId, store } : null
  })
  const plans = await readPlansOf(services.db, keys)
  const now = services.clock()
  const rows = products.map((product, index) => {
    const found = stored[index]
    return found
      ? rowOf(product, { stored: found, plans: plans[index]!, now })
      : refused(product, null, 'unknown_product')
  })
  return completed(services, rows, stored)
}

/** A row that changes nothing. `present`: null where the product is not sold in the store. */
function blank({ sku, store }: PricedIn, present: Present | null) {
  const plans = present?.plans ?? []
  return {
    sku,
    store,
    before: present?.stored.prices ?? null,
    after: null,
    rounded: [],
    replaces: null,
    overlaps: [],
    reduction: null,
    margin: null,
    plans: { before: plans, after: plans },
  }
}

const refused = (
  product: PricedIn,
  present: Present | null,
  refusal: NonNullable<PlannedRow['refusal']>,
): PlannedCampaignRow => ({ ...blank(product, present), outcome: 'refused', refusal })

/** The campaign among the plans of its product, in the place of `former`. */
function placed(
  product: PricedIn,
  present: Present,
  {
    campaign: given,
    former,
    replaces,
  }: { campaign: Campaign & { startsAt: string }; former: CampaignPlan | null; replaces: boolean },
): PlannedCampaignRow {
  const { stored, plans, now } = present
  const { normal } = stored.prices
  const rounding = roundPrices({ normal, campaign: given }, stores[product.store])
  const rounded = rounding.rounded.filter(({ kind }) => kind === 'campaign')
  const campaign = rounding.ok ? { ...given, tiers: rounding.prices.campaign!.tiers } : given
  const after = { normal, campaign }
  const problem = refusalOf({ ...product, prices: { normal, campaign: given } }, stored)
  if (problem) return { ...refused(product, present, problem.code), after, rounded }
  if (hasEnded(campaign, now)) return { ...refused(product, present, 'campaign_over'), after }
  const running = stored.prices.campaign
  const isInTheWay = running !== null && !hasEnded(running, now) && doOverlap(running, campaign)
  const takesOver = isInTheWay && (replaces || former?.takesOver === true)
  const plan = { ...campaign, takesOver }
  const others = plans.filter((each) => each !== former)
  const isKnown = plans.some((each) => isSamePlan([each], [plan]))
  if (isKnown) return { ...blank(product, present), after, outcome: 'unchanged', refusal: null }
  const overlapping = others.filter((each) => doOverlap(each, campaign))
  // Who plans the first campaign has chosen whether it takes over from the one that runs.
  const overlaps: Campaign[] = [...(isInTheWay && !former?.takesOver ? [running] : []), ...overlapping]
  if (overlaps.length > 0 && !replaces)
    return { ...refused(product, present, 'campaign_overlaps'), after, overlaps, rounded }
  return {
    ...blank(product, present),
    after,
    rounded,
    replaces: former,
    overlaps,
    outcome: 'change',
    refusal: null,
    plans: { before: plans, after: [...others.filter((each) => !overlapping.includes(each)), plan] },
  }
}

/** The rows with what is looked up for many at once: reductions that may be announced, and margins. */
async function completed(
  services: Services,
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
