/**
 * What becomes of the stored prices of a product in a store whose currency has fewer digits than they have. Pure. A price
 * that becomes nothing is withheld, and a campaign that is no longer lower than the normal price ends.
 */
import type { CampaignPlan } from '../catalogue/campaign-plan.ts'
import { isLowerCampaign, roundListPrice, roundTiers } from '../catalogue/list-price.ts'
import type { StoredTier } from '../catalogue/product-prices.ts'
import type { Minor } from '../money/money.ts'
import type { Store } from '../stores/stores.ts'

type Digits = Pick<Store, 'currencyDigits'>

/** A stored price of the product. */
export interface PriceRow extends StoredTier {
  kind: 'normal' | 'campaign'
  /** Struck-through price of a campaign tier. */
  beforeMinor: Minor | null
  startsAt: string | null
  endsAt: string | null
}

export interface StoredProductPrices<Plan extends CampaignPlan = CampaignPlan> {
  rows: readonly PriceRow[]
  plans: readonly Plan[]
  crossSellingMinor: Minor | null
}

export type RoundingSource = 'normal' | 'campaign' | 'planned' | 'cross_selling' | 'agreement' | 'offer'

/** A price that was rounded or removed. */
export interface Rounding {
  source: RoundingSource
  minQuantity: number
  startsAt: string | null
  endsAt: string | null
  formerMinor: Minor
  /** Null: it is removed. */
  roundedMinor: Minor | null
  /**
   * `withheld`: it would be nothing. `ended`: the campaign would not be lower than the normal price. `merged`: it would
   * be the price of a smaller quantity.
   */
  outcome: 'rounded' | 'withheld' | 'ended' | 'merged'
}

const always = { startsAt: null, endsAt: null }

/** The prices after rounding, and each one that differs. Nothing differs: `roundings` is empty. */
export function roundStored<Plan extends CampaignPlan>(
  stored: StoredProductPrices<Plan>,
  store: Digits,
): { rows: PriceRow[]; plans: Plan[]; crossSellingMinor: Minor | null; roundings: Rounding[] } {
  const round = (price: Minor) => roundListPrice(price, store)
  const ofKind = (kind: PriceRow['kind']) => byQuantity(stored.rows.filter((row) => row.kind === kind))
  const [normal, campaign] = [ofKind('normal'), ofKind('campaign')]
  const isWithheld = becomesNothing(normal[0], store)
  const normalAfter = isWithheld ? [] : keptTiers(normal, store)
  const isEnded = isWithheld || ends(normal, normalAfter, campaign, store)
  const campaignAfter = isEnded ? [] : keptTiers(campaign, store)
  const planned = stored.plans.map((plan) => {
    const tiers = byQuantity(plan.tiers)
    const isOver = ends(normal, normalAfter, tiers, store)
    return { plan, tiers, isOver, after: isOver ? [] : keptTiers(tiers, store) }
  })
  const cross = stored.crossSellingMinor
  const crossAfter = cross === null || becomesNothing({ priceMinor: cross }, store) ? null : round(cross)
  const rows = stored.rows.flatMap((row) => {
    const after = row.kind === 'normal' ? normalAfter : campaignAfter
    const kept = after.find(({ minQuantity }) => minQuantity === row.minQuantity)
    if (!kept) return []
    const before = row.beforeMinor === null ? null : round(row.beforeMinor)
    return [
      {
        ...row,
        priceMinor: kept.priceMinor,
        beforeMinor: before !== null && before > kept.priceMinor ? before : null,
      },
    ]
  })
  return {
    rows,
    plans: planned.flatMap(({ plan, isOver, after }) => (isOver ? [] : [{ ...plan, tiers: after }])),
    crossSellingMinor: crossAfter,
    roundings: [
      ...roundingsOf('normal', normal, normalAfter, store, { period: always, isEnded: false }),
      ...roundingsOf('campaign', campaign, campaignAfter, store, {
        period: campaign[0] ?? always,
        isEnded: isEnded && !isWithheld,
      }),
      ...planned.flatMap(({ plan, tiers, isOver, after }) =>
        roundingsOf('planned', tiers, after, store, { period: plan, isEnded: isOver }),
      ),
      ...(cross === null || cross === crossAfter
        ? []
        : [
            roundingOf(
              'cross_selling',
              { minQuantity: 1, priceMinor: cross },
              crossAfter,
              'withheld',
              always,
            ),
          ]),
    ],
  }
}

const byQuantity = <Tier extends StoredTier>(tiers: readonly Tier[]): Tier[] =>
  tiers.toSorted((one, other) => one.minQuantity - other.minQuantity)

function becomesNothing(tier: Pick<StoredTier, 'priceMinor'> | undefined, store: Digits): boolean {
  return tier !== undefined && tier.priceMinor > 0 && roundListPrice(tier.priceMinor, store) === 0
}

/** Without those that become nothing, or the price of a smaller quantity. */
function keptTiers(tiers: readonly StoredTier[], store: Digits): StoredTier[] {
  const plain = tiers
    .filter((tier) => !becomesNothing(tier, store))
    .map(({ minQuantity, priceMinor }) => ({ minQuantity, priceMinor }))
  return roundTiers(plain, store)
}

/** Whether a campaign becomes nothing, or reduced the normal price and does not any more. */
function ends(
  normal: readonly StoredTier[],
  normalAfter: readonly StoredTier[],
  tiers: readonly StoredTier[],
  store: Digits,
): boolean {
  if (tiers.length === 0) return false
  if (becomesNothing(tiers[0], store)) return true
  // Of a product whose price is withheld, it waits for another one.
  if (normalAfter.length === 0) return false
  return (
    isLowerCampaign(normal, { tiers: [...tiers] }) &&
    !isLowerCampaign(normalAfter, { tiers: keptTiers(tiers, store) })
  )
}

function roundingsOf(
  source: RoundingSource,
  before: readonly StoredTier[],
  after: readonly StoredTier[],
  store: Digits,
  { period, isEnded }: { period: Pick<PriceRow, 'startsAt' | 'endsAt'>; isEnded: boolean },
): Rounding[] {
  // The price of a unit decides on all.
  const isAllWithheld = after.length === 0 && !isEnded
  return before.flatMap((tier) => {
    const kept = after.find(({ minQuantity }) => minQuantity === tier.minQuantity)
    if (kept?.priceMinor === tier.priceMinor) return []
    const isNothing = isAllWithheld || becomesNothing(tier, store)
    const removed = isEnded ? 'ended' : isNothing ? 'withheld' : 'merged'
    return [roundingOf(source, tier, kept?.priceMinor ?? null, removed, period)]
  })
}

const roundingOf = (
  source: RoundingSource,
  { minQuantity, priceMinor }: StoredTier,
  roundedMinor: Minor | null,
  removed: Rounding['outcome'],
  { startsAt, endsAt }: Pick<PriceRow, 'startsAt' | 'endsAt'>,
): Rounding => ({
  source,
  minQuantity,
  startsAt,
  endsAt,
  formerMinor: priceMinor,
  roundedMinor,
  outcome: roundedMinor === null ? removed : 'rounded',
})
