/**
 * The planned campaigns that an import delays or replaces: a campaign in the prices wins where both overlap, so the
 * planned one begins after it, for the days that are left (decision 124).
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { toMajor, type Minor } from '../domain/money/money.ts'
import { dayIn } from '../domain/stores/store-day.ts'
import { isStoreCode } from '../domain/stores/stores.ts'
import type { PriceTierRow } from './catalogue-tables.server.ts'
import type { Work } from './product-work.server.ts'
import type { RowProblem } from './row-report.ts'

interface DelayedPlan {
  productId: number
  store: string
  startsAt: Date
  endsAt: Date | null
  priceMinor: Minor | null
  /** Whether no day is left of it. */
  isReplaced: boolean
}

/** What the rows do to planned campaigns, for those that give their product another campaign. */
export async function plansDelayedBy(
  db: Kysely<DB>,
  works: readonly Work[],
): Promise<ReadonlyMap<Work, RowProblem[]>> {
  const campaigns = works.flatMap(newCampaigns)
  if (campaigns.length === 0) return new Map()
  const { rows } =
    await sql<DelayedPlan>`select c.product_id as "productId", c.store, c.starts_at as "startsAt",
      c.ends_at as "endsAt",
      (jsonb_path_query_first(c.tiers, '$[*] ? (@.minQuantity == 1).priceMinor') #>> '{}')::bigint as "priceMinor",
      coalesce(w.ends_at is null or c.ends_at <= w.ends_at, false) as "isReplaced"
    from planned_campaign c
      join jsonb_to_recordset(${JSON.stringify(campaigns)}::jsonb) as w (product_id integer, store text,
        starts_at timestamptz, ends_at timestamptz) on w.product_id = c.product_id and w.store = c.store
    where not c.takes_over and (c.ends_at is null or c.ends_at > now()) and (w.ends_at is null or w.ends_at > now())
      and tstzrange(c.starts_at, c.ends_at) && tstzrange(w.starts_at, w.ends_at)
    order by c.product_id, c.store, c.starts_at`.execute(db)
  const plans = Map.groupBy(rows, ({ productId }) => productId)
  return new Map(works.map((work) => [work, (plans.get(work.state.id ?? 0) ?? []).map(problemOf(work))]))
}

/** The campaign of each store that was not the product's before. */
function newCampaigns({ state, desired }: Work): PriceTierRow[] {
  const isCampaign = ({ kind, min_quantity: quantity }: PriceTierRow) => kind === 'campaign' && quantity === 1
  const former = state.tiers.filter(isCampaign)
  return (desired?.parts.tiers ?? []).filter(isCampaign).filter((row) => {
    const before = former.find(({ store }) => store === row.store)
    return before === undefined || periodOf(before) !== periodOf(row)
  })
}

/** In one spelling: times of the file and of the database differ in theirs. */
const periodOf = ({ starts_at: from, ends_at: to }: PriceTierRow) =>
  [from, to].map((time) => (time === null ? null : new Date(time).getTime())).join('/')

/** Named by its price and its days in the store. */
const problemOf =
  ({ item }: Work) =>
  ({ store, startsAt, endsAt, priceMinor, isReplaced }: DelayedPlan): RowProblem => {
    const day = (at: number) => (isStoreCode(store) ? dayIn(store, at) : '')
    // A campaign ends in the moment after its last day.
    const lastDay = endsAt === null ? '…' : day(endsAt.getTime() - 1)
    return {
      code: isReplaced ? 'replaces_campaign' : 'delays_campaign',
      column: item.kind === 'feed' ? 'sale_price' : `stores.${store}.prices`,
      value: `${day(startsAt.getTime())} – ${lastDay}`,
      ...(priceMinor !== null && {
        detail: { code: 'price', values: { price: toMajor(priceMinor).toFixed(2) } },
      }),
    }
  }
