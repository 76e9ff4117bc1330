/**
 * Changes of many prices: the plan that the dry run shows is the plan that the job carries out. A row whose prices were
 * changed between the two is refused, never overwritten.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { countRows, listRows, type TableDefinition } from '../../db/table-query.server.ts'
import type { Actor } from '../audit/actor.ts'
import { adjustPrices, type AdjustRefusal, type PriceAdjustment } from '../catalogue/adjust-prices.ts'
import {
  isSameCampaign,
  isSamePrices,
  previewReductions,
  readPricesOf,
  refusalOf,
  type ChangePriceAnswer,
  type PriceChange,
  type PricedIn,
  type ReductionPreview,
  type StoredPrices,
} from '../catalogue/change-price.server.ts'
import { marginOf, type Margin } from '../catalogue/margin.ts'
import { costKey, costsIn } from '../catalogue/product-cost.server.ts'
import { doOverlap, type CampaignPlan } from '../catalogue/campaign-plan.ts'
import { readPlansOf } from '../catalogue/plan-campaigns.server.ts'
import { roundPrices, type RoundedPrice } from '../catalogue/list-price.ts'
import type { Campaign, ProductPrices } from '../catalogue/product-prices.ts'
import type { Minor } from '../money/money.ts'
import type { Sku } from '../products/sku.ts'
import { startStaffJob, type StartServices } from '../staff-jobs/start-staff-job.server.ts'
import type { NewStaffJobRow } from '../staff-jobs/staff-job.ts'
import { storePolicies, stores, type StoreCode } from '../stores/stores.ts'
import { productResource, type ProductView } from '../product-editing/product-resource.server.ts'

/** Most products of one change. */
export const largestChange = 50_000

export interface PriceGridRow {
  sku: Sku
  store: StoreCode
  name: string
  vatRateBasisPoints: number
  prices: ProductPrices
  /** The earliest first. */
  plans: CampaignPlan[]
  /** Without VAT, in the currency of the store; null: there is none in it. */
  costMinor: Minor | null
}

type GridColumns = Pick<PriceGridRow, 'sku' | 'store' | 'name' | 'vatRateBasisPoints'>

/** The products of the list, as the price grid needs them. */
export const gridTable: TableDefinition<GridColumns, ProductView['filters']> = {
  ...productResource.definition,
  columns: {
    sku: sql`p.sku`,
    store: sql`s.store`,
    name: sql`s.name`,
    vatRateBasisPoints: sql`s.vat_rate_basis_points`,
  },
}

/** The first rows of a view with all their prices, and how many match. */
export async function readPriceGrid(
  db: Kysely<DB>,
  view: ProductView,
  limit: number,
): Promise<{ rows: PriceGridRow[]; count: number }> {
  const [page, { count }] = await Promise.all([
    listRows(db, gridTable, view, { after: null, limit }),
    countRows(db, gridTable, view),
  ])
  if (!page.ok) throw new Error('a first page has no key')
  const prices = await readPricesOf(db, page.rows)
  const sold = page.rows.flatMap((row, index) => {
    const stored = prices[index]
    return stored ? [{ ...row, ...stored }] : []
  })
  const [costs, plans] = await Promise.all([costsIn(db, sold), readPlansOf(db, sold)])
  const rows = sold.map(({ productId, ...row }, index) => ({
    ...row,
    plans: plans[index]!,
    costMinor: costs.get(costKey({ productId, store: row.store }))?.costMinor ?? null,
  }))
  return { rows, count }
}

/** Which products a bulk change is about. */
export type PriceTarget = { products: readonly PricedIn[] } | { view: ProductView }

/** The products of a target; null: more than `largestChange`. */
export async function productsOf(db: Kysely<DB>, target: PriceTarget): Promise<PricedIn[] | null> {
  if ('products' in target) return [...target.products]
  const page = await listRows(db, gridTable, target.view, { after: null, limit: largestChange })
  if (!page.ok) throw new Error('a first page has no key')
  return page.next === null ? page.rows.map(({ sku, store }) => ({ sku, store })) : null
}

type Refusal =
  | AdjustRefusal
  | (ChangePriceAnswer & { ok: false })['code']
  | 'campaign_overlaps'
  | 'campaign_over'

/** What becomes of one product. */
export interface PlannedRow extends PricedIn {
  /** Null: it is not sold in the store. */
  before: ProductPrices | null
  /** Null: refused before there were new prices. */
  after: ProductPrices | null
  outcome: 'change' | 'unchanged' | 'refused'
  refusal: Refusal | null
  /** Prices of the change that had more digits than the currency; `after` has them rounded. */
  rounded: RoundedPrice[]
  /** The campaign that another one replaces. */
  replaces: Campaign | null
  /**
   * Of a campaign that is planned: the campaigns that overlap it, which refuse it or are replaced. Of another one: the
   * planned campaigns that overlap it, which begin only after it.
   */
  overlaps: Campaign[]
  /** What the campaign may announce; null: the row begins or changes none. */
  reduction: ReductionPreview | null
  /** Of the prices that the row would store; null: the cost is not known in the currency of the store. */
  margin: Margin | null
}

/** Plans the adjustment of every product. */
export async function planAdjustment(
  services: { db: Kysely<DB>; clock: () => number },
  products: readonly PricedIn[],
  adjustment: PriceAdjustment,
): Promise<PlannedRow[]> {
  const stored = await readPricesOf(services.db, products)
  const planned = products.map((product, index) => {
    const found = stored[index] ?? null
    if (!found) return planOf({ ...product, after: null }, null, 'unknown_product')
    const after = adjustPrices(found.prices, adjustment, storePolicies[product.store].priceEndings)
    return typeof after === 'string'
      ? planOf({ ...product, after: null }, found, after)
      : planOf({ ...product, after }, found, null)
  })
  return completed(services, planned)
}

/** Plans explicit prices, as a person typed them. */
export async function planPrices(
  services: { db: Kysely<DB>; clock: () => number },
  changes: readonly PriceChange[],
): Promise<PlannedRow[]> {
  const stored = await readPricesOf(services.db, changes)
  const planned = changes.map((change, index) => {
    const found = stored[index] ?? null
    const refusal = refusalOf(change, found)
    return planOf(
      { sku: change.sku, store: change.store, after: change.prices },
      found,
      refusal?.code ?? null,
    )
  })
  return completed(services, planned)
}

/** A row before what is looked up for many at once. */
export interface Planned {
  row: PlannedRow
  /** Null: it is not sold in the store. */
  productId: number | null
}

function planOf(
  { sku, store, after: given }: PricedIn & { after: ProductPrices | null },
  stored: StoredPrices | null,
  refusal: Refusal | null,
): Planned {
  const problem =
    refusal ?? (given === null ? null : (refusalOf({ sku, store, prices: given }, stored)?.code ?? null))
  const rounding = given && roundPrices(given, stores[store])
  const after = rounding?.ok ? rounding.prices : given
  const before = stored?.prices ?? null
  const isSame = before !== null && after !== null && isSamePrices(before, after)
  const running = before?.campaign ?? null
  const replaces =
    problem === null && running && after?.campaign && !isSameCampaign(running, after.campaign)
      ? running
      : null
  const outcome = problem === null ? (isSame ? 'unchanged' : 'change') : 'refused'
  return {
    row: {
      sku,
      store,
      before,
      after,
      outcome,
      refusal: problem,
      rounded: rounding?.rounded ?? [],
      replaces,
      overlaps: [],
      reduction: null,
      margin: null,
    },
    productId: stored?.productId ?? null,
  }
}

/** The rows with what is looked up for many at once: reductions that may be announced, and margins. */
async function completed(
  services: { db: Kysely<DB>; clock: () => number },
  planned: readonly Planned[],
): Promise<PlannedRow[]> {
  const reductions = await reductionsOf(services, planned)
  const margins = await marginsOf(services.db, planned)
  const delayed = await delayedPlans(services.db, planned)
  return planned.map(({ row }, index) => ({
    ...row,
    overlaps: delayed.get(index) ?? [],
    reduction: reductions.get(index) ?? null,
    margin: margins.get(index) ?? null,
  }))
}

/** Planned campaigns that wait for the end of a campaign of the rows, by the index of the row. */
async function delayedPlans(db: Kysely<DB>, planned: readonly Planned[]): Promise<Map<number, Campaign[]>> {
  const begun = planned.flatMap(({ productId, row: { store, before, after, outcome } }, index) => {
    const campaign = newCampaign(before, after)
    return outcome === 'change' && campaign && productId !== null
      ? [{ index, productId, store, campaign }]
      : []
  })
  const plans = await readPlansOf(db, begun)
  return new Map(
    begun.map(({ index, campaign }, position) => [
      index,
      plans[position]!.filter((plan) => !plan.takesOver && doOverlap(plan, campaign)),
    ]),
  )
}

/** The campaign that a change begins or changes; null: none. */
function newCampaign(before: ProductPrices | null, after: ProductPrices | null): Campaign | null {
  const campaign = after?.campaign ?? null
  return campaign && before?.campaign && isSameCampaign(before.campaign, campaign) ? null : campaign
}

/** By the index of the row. */
export async function marginsOf(db: Kysely<DB>, planned: readonly Planned[]): Promise<Map<number, Margin>> {
  const priced = planned.flatMap(({ productId, row: { store, after, outcome } }, index) =>
    outcome === 'change' && after !== null && productId !== null ? [{ index, productId, store, after }] : [],
  )
  const costs = await costsIn(db, priced)
  return new Map(
    priced.flatMap(({ index, after, ...product }) => {
      const cost = costs.get(costKey(product))
      return cost ? [[index, marginOf(after, cost)] as const] : []
    }),
  )
}

/** By the index of the row. */
async function reductionsOf(
  services: { db: Kysely<DB>; clock: () => number },
  planned: readonly Planned[],
): Promise<Map<number, ReductionPreview | null>> {
  const announced = planned.flatMap(({ productId, row: { store, before, after, outcome } }, index) => {
    const campaign = newCampaign(before, after)
    return outcome === 'change' && campaign && productId !== null
      ? [{ index, productId, store, campaign }]
      : []
  })
  const reductions = await previewReductions(services, announced)
  return new Map(announced.map(({ index }, position) => [index, reductions[position] ?? null]))
}

/** Two versions of prices: what is stored, and what the person wants. */
export interface PriceConflict extends PricedIn {
  current: ProductPrices
  given: ProductPrices
}

export type StartPriceChangeAnswer =
  | { ok: true; id: number }
  | { ok: false; code: 'nothing_to_change' }
  /** Nothing is written. */
  | { ok: false; code: 'changed_meanwhile'; conflicts: PriceConflict[] }

/** Starts the job that carries a plan out. */
export async function startPriceChange(
  services: StartServices,
  actor: Actor,
  given: {
    staffId: number
    plan: readonly PlannedRow[]
    terms: Readonly<Record<string, unknown>>
    reason: string | null
  },
): Promise<StartPriceChangeAnswer> {
  const { plan, ...start } = given
  const conflicts = plan.flatMap(({ sku, store, before, after, refusal }) =>
    refusal === 'changed_meanwhile' && before && after ? [{ sku, store, current: before, given: after }] : [],
  )
  if (conflicts.length > 0) return { ok: false, code: 'changed_meanwhile', conflicts }
  if (!plan.some(({ outcome }) => outcome === 'change')) return { ok: false, code: 'nothing_to_change' }
  const id = await startStaffJob(services, actor, {
    ...start,
    kind: 'price-change',
    rows: plan.map(rowOf),
  })
  return { ok: true, id }
}

const rowOf = ({
  sku,
  store,
  before,
  after,
  outcome,
  refusal,
}: PlannedRow): NewStaffJobRow<ProductPrices> => ({
  objectId: sku,
  store,
  before,
  after,
  outcome: outcome === 'change' ? null : outcome,
  refusal,
})
