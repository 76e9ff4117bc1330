/**
 * Converts a feed's price columns to a product's price tiers in one store. Columns that are absent, or equal
 * to the stored values, keep the stored rows, also where a feed could not represent them.
 */
import { struckMinor, type StoredTier } from '../domain/catalogue/product-prices.ts'
import type { Minor } from '../domain/money/money.ts'
import type { FeedProduct, SalePeriod } from './feed-product.ts'
import type { ProblemCode } from './row-report.ts'

/** A row of `price_tier` in one store; moments are ISO text. */
export interface PriceRow extends StoredTier, SalePeriod {
  kind: 'normal' | 'campaign'
  /** Struck-through price of a campaign tier. */
  beforeMinor: Minor | null
}

interface Prices {
  priceMinor: Minor
  tiers: StoredTier[]
  sale: ({ priceMinor: Minor } & SalePeriod) | null
  /** Null: those of `tiers` that are below the sale price. */
  saleTiers: StoredTier[] | null
}

export type FeedPrices = Pick<
  FeedProduct,
  'priceMinor' | 'salePriceMinor' | 'salePeriod' | 'tiers' | 'saleTiers'
>
export type DecidedPrices =
  | { ok: true; rows: readonly PriceRow[] }
  /** The stored values are inconsistent with the changed ones. */
  | { ok: false; code: ProblemCode; column: 'price' | 'sale_price' | 'tier_prices' | 'sale_tier_prices' }

/** The price rows after a feed's row. `now`: epoch milliseconds. */
export function decidePrices(feed: FeedPrices, former: readonly PriceRow[], now: number): DecidedPrices {
  // A sale that has ended contradicts no price; without a column for it, it stays stored as it is.
  const isLeft = feed.salePriceMinor === undefined
  const before = readPrices(former.filter((row) => !isLeft || !hasEnded(row, now)))
  const after = mergedPrices(feed, before, now)
  if (before && JSON.stringify(before) === JSON.stringify(after)) return { ok: true, rows: former }
  const conflict = conflictIn(after)
  if (conflict) return { ok: false, ...conflict }
  const campaign = former.filter((row) => row.kind === 'campaign')
  // A campaign that begins at several units cannot be represented in a feed and is not changed by one.
  if (!after.sale && before && !before.sale) return { ok: true, rows: [...normalRows(after), ...campaign] }
  return { ok: true, rows: [...normalRows(after), ...campaignRows(after)] }
}

const hasEnded = ({ endsAt }: SalePeriod, now: number): boolean =>
  endsAt !== null && Date.parse(endsAt) <= now

/** The quantity prices that stay valid during a sale, if the feed does not give others. */
export function saleTiersOf(tiers: readonly StoredTier[], saleMinor: Minor): StoredTier[] {
  return tiers.filter((tier) => tier.priceMinor < saleMinor)
}

/** Prices in the form of a feed; null without a price for a single unit. */
function readPrices(rows: readonly PriceRow[]): Prices | null {
  const sorted = rows.toSorted((a, b) => a.minQuantity - b.minQuantity)
  const tiersOf = (kind: PriceRow['kind']) =>
    sorted
      .filter((row) => row.kind === kind && row.minQuantity > 1)
      .map(({ minQuantity, priceMinor }) => ({ minQuantity, priceMinor }))
  const single = (kind: PriceRow['kind']) => sorted.find((row) => row.kind === kind && row.minQuantity === 1)
  const normal = single('normal')
  const sale = single('campaign')
  if (!normal) return null
  const tiers = tiersOf('normal')
  const saleTiers = sale ? tiersOf('campaign') : null
  const derived = sale && JSON.stringify(saleTiersOf(tiers, sale.priceMinor)) === JSON.stringify(saleTiers)
  return {
    priceMinor: normal.priceMinor,
    tiers,
    sale: sale ? { priceMinor: sale.priceMinor, startsAt: sale.startsAt, endsAt: sale.endsAt } : null,
    saleTiers: derived ? null : saleTiers,
  }
}

function mergedPrices(feed: FeedPrices, before: Prices | null, now: number): Prices {
  const sale = mergedSale(feed, before?.sale ?? null, now)
  const saleTiers = feed.saleTiers === undefined ? (before?.saleTiers ?? null) : feed.saleTiers
  const tiers = feed.tiers ?? before?.tiers ?? []
  const derived = sale && JSON.stringify(saleTiersOf(tiers, sale.priceMinor)) === JSON.stringify(saleTiers)
  return { priceMinor: feed.priceMinor, tiers, sale, saleTiers: sale && !derived ? saleTiers : null }
}

/** Without a column for it, the stored period holds; another price after its end is a new sale. */
function mergedSale(feed: FeedPrices, before: Prices['sale'], now: number): Prices['sale'] {
  const priceMinor = feed.salePriceMinor === undefined ? before?.priceMinor : feed.salePriceMinor
  if (priceMinor === undefined || priceMinor === null) return null
  const isNew = before !== null && before.priceMinor !== priceMinor && hasEnded(before, now)
  const always: SalePeriod = { startsAt: null, endsAt: null }
  const { startsAt, endsAt } = feed.salePeriod ?? (isNew ? null : before) ?? always
  return { priceMinor, startsAt, endsAt }
}

function conflictIn({
  priceMinor,
  tiers,
  sale,
  saleTiers,
}: Prices): { code: ProblemCode; column: 'sale_price' | 'tier_prices' | 'sale_tier_prices' } | null {
  if (sale && sale.priceMinor >= priceMinor) return { code: 'sale_price_not_lower', column: 'sale_price' }
  if (tiers.some((tier) => tier.priceMinor >= priceMinor))
    return { code: 'bad_tier_prices', column: 'tier_prices' }
  if (sale && saleTiers?.some((tier) => tier.priceMinor >= sale.priceMinor))
    return { code: 'bad_tier_prices', column: 'sale_tier_prices' }
  return null
}

function normalRows({ priceMinor, tiers }: Prices): PriceRow[] {
  return [{ minQuantity: 1, priceMinor }, ...tiers].map((tier) => ({
    kind: 'normal',
    ...tier,
    beforeMinor: null,
    startsAt: null,
    endsAt: null,
  }))
}

/**
 * A campaign replaces all normal tiers (DEF-04), so it includes the quantity prices below it: a campaign on
 * single units must never make ten units more expensive.
 */
function campaignRows({ priceMinor, tiers, sale, saleTiers }: Prices): PriceRow[] {
  if (!sale) return []
  const { startsAt, endsAt } = sale
  const reduced = [
    { minQuantity: 1, priceMinor: sale.priceMinor },
    ...(saleTiers ?? saleTiersOf(tiers, sale.priceMinor)),
  ]
  const normal = [{ minQuantity: 1, priceMinor }, ...tiers]
  return reduced.map((tier) => ({
    kind: 'campaign',
    ...tier,
    beforeMinor: struckMinor(normal, tier),
    startsAt,
    endsAt,
  }))
}
