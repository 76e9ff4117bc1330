/**
 * Prices for stores made from those of another store by rules: a proposal, of which staff correct or leave out what they
 * like, and which is then carried out as any change of many prices.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { listRows } from '../../db/table-query.server.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { hasEnded } from '../catalogue/campaign-plan.ts'
import { readPricesOf, type PriceChange } from '../catalogue/change-price.server.ts'
import { isLowerCampaign } from '../catalogue/list-price.ts'
import { unitMinor } from '../catalogue/product-prices.ts'
import { zeroMinor, type Minor } from '../money/money.ts'
import type { ProductView } from '../product-editing/product-resource.server.ts'
import type { Sku } from '../products/sku.ts'
import type { StartServices } from '../staff-jobs/start-staff-job.server.ts'
import { storePolicies, stores, type StoreCode } from '../stores/stores.ts'
import {
  gridTable,
  largestChange,
  planPrices,
  startPriceChange,
  type PlannedRow,
  type StartPriceChangeAnswer,
} from './price-changes.server.ts'
import { ruledTiers, withUnitPrice, type PriceRule, type RuleEnding, type RuleVat } from './price-rule.ts'

interface TargetRule extends PriceRule {
  store: StoreCode
}

export interface ProposalTerms {
  source: StoreCode
  /** Each store once, without the source. */
  targets: readonly TargetRule[]
  /** The products, as the source has them. */
  view: ProductView
  /** Whether products that have a price in the target get another one. */
  only: 'unpriced' | 'all'
  /** Prices of one unit that staff have typed, by `proposalKey`. */
  corrections: ReadonlyMap<string, Minor>
  /** What staff have left out, by `proposalKey`. */
  leftOut: ReadonlySet<string>
}

export const proposalKey = ({ sku, store }: { sku: string; store: string }): string => `${store} ${sku}`

export interface ProposedRow extends PlannedRow {
  name: string
  /** Of one unit, VAT included, in the currency of the source. */
  sourceMinor: Minor
  /** What the rule makes of it for one unit, before a correction. */
  ruledMinor: Minor
  isLeftOut: boolean
}

interface PriceProposal {
  rows: ProposedRow[]
  /** Products with a price in the source that a target does not sell, added up over the targets. */
  notSold: number
}

/** Null: more than `largestChange` products, or prices. Products that have no price in the source are left out. */
export async function proposePrices(
  services: { db: Kysely<DB>; clock: () => number },
  terms: ProposalTerms,
): Promise<PriceProposal | null> {
  const { db } = services
  const { targets, view, corrections, leftOut } = terms
  const page = await listRows(db, gridTable, view, { after: null, limit: largestChange })
  if (!page.ok) throw new Error('a first page has no key')
  if (page.next !== null) return null
  const products = page.rows
  const skus = products.map(({ sku }) => sku)
  const inSource = await readPricesOf(db, products)
  let notSold = 0
  const wanted: (Pick<ProposedRow, 'name' | 'sourceMinor' | 'ruledMinor'> & { change: PriceChange })[] = []
  for (const rule of targets) {
    const { store } = rule
    const target = { ...stores[store], ...storePolicies[store] }
    const inTarget = await readPricesOf(
      db,
      skus.map((sku) => ({ sku, store })),
    )
    const rates = await vatRatesIn(db, store, skus)
    for (const [at, { sku, name, vatRateBasisPoints: from }] of products.entries()) {
      const tiers = inSource[at]?.prices.normal ?? []
      const sourceMinor = unitMinor(tiers)
      if (sourceMinor === null) continue
      const stored = inTarget[at]
      const to = rates.get(sku)
      if (!stored || to === undefined) {
        notSold += 1
        continue
      }
      if (terms.only === 'unpriced' && unitMinor(stored.prices.normal) !== null) continue
      const ruled = ruledTiers(tiers, rule, { vat: { from, to }, target })
      const typed = corrections.get(proposalKey({ sku, store }))
      const normal = typed === undefined ? ruled : withUnitPrice(ruled, typed)
      const prices = { normal, campaign: stored.prices.campaign }
      wanted.push({
        name,
        sourceMinor,
        ruledMinor: unitMinor(ruled) ?? zeroMinor,
        change: { sku, store, prices, expected: stored.prices },
      })
    }
  }
  if (wanted.length > largestChange) return null
  const planned = await planPrices(
    services,
    wanted.map(({ change }) => change),
  )
  const rows = wanted.map(({ name, sourceMinor, ruledMinor, change }, at) => ({
    ...withoutHarm(planned[at]!, services.clock()),
    name,
    sourceMinor,
    ruledMinor,
    isLeftOut: leftOut.has(proposalKey(change)),
  }))
  return { rows, notSold }
}

/**
 * The row, refused where goods would be free, or where a campaign that is not over yet would cost more than the normal
 * price: the shop charges the campaign's.
 */
function withoutHarm(row: PlannedRow, now: number): PlannedRow {
  const { before, after } = row
  if (row.outcome !== 'change' || after === null) return row
  const refused = (refusal: PlannedRow['refusal']): PlannedRow => ({
    ...row,
    after: null,
    outcome: 'refused',
    refusal,
    margin: null,
  })
  if (after.normal.some(({ priceMinor }) => priceMinor <= 0)) return refused('not_above_zero')
  const { campaign } = after
  if (campaign === null || hasEnded(campaign, now) || isLowerCampaign(after.normal, campaign)) return row
  // As a feed may have left it.
  const wasLower = before === null || before.normal.length === 0 || isLowerCampaign(before.normal, campaign)
  return wasLower ? refused('campaign_not_lower') : row
}

/** VAT of products in a store, in basis points. */
async function vatRatesIn(db: Kysely<DB>, store: StoreCode, skus: readonly Sku[]): Promise<Map<Sku, number>> {
  const { rows } = await sql<{ sku: Sku; rate: number }>`
    select p.sku, s.vat_rate_basis_points as rate from product p join store_product s on s.product_id = p.id
    where s.store = ${store} and p.sku = any(${skus}::text[])`.execute(db)
  return new Map(rows.map(({ sku, rate }) => [sku, rate]))
}

/** A rule as it was last used between two stores. */
interface UsedRule extends TargetRule {
  source: StoreCode
}

export async function usedRules(db: Kysely<DB>): Promise<UsedRule[]> {
  const rows = await db
    .selectFrom('price_rule')
    .selectAll()
    .orderBy('source_store')
    .orderBy('target_store')
    .execute()
  return rows.map((row) => ({
    source: row.source_store as StoreCode,
    store: row.target_store as StoreCode,
    rateMillionths: row.rate_millionths,
    vat: row.vat as RuleVat,
    ending: row.ending as RuleEnding,
  }))
}

/** Starts the job that carries a proposal out, and keeps its rules for the next one. `plan`: without what is left out. */
export async function startProposal(
  services: StartServices,
  actor: Actor,
  given: Parameters<typeof startPriceChange>[2] & Pick<ProposalTerms, 'source' | 'targets'>,
): Promise<StartPriceChangeAnswer> {
  const { source, targets, ...change } = given
  return audited(services.db, actor, async (trx) => {
    const answer = await startPriceChange({ ...services, db: trx }, actor, change)
    if (!answer.ok) return answer
    const usedAt = new Date(services.clock())
    for (const { store, rateMillionths, vat, ending } of targets) {
      const used = { rate_millionths: rateMillionths, vat, ending, used_at: usedAt }
      await trx
        .insertInto('price_rule')
        .values({ source_store: source, target_store: store, ...used })
        .onConflict((conflict) => conflict.columns(['source_store', 'target_store']).doUpdateSet(used))
        .execute()
    }
    return answer
  })
}
