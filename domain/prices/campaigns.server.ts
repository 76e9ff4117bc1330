/**
 * Campaigns as staff see them: products of a store whose campaign prices begin and end at the same moments. A product
 * has one campaign in a store; those that are planned follow it.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { lateMinutes } from './missed-campaigns.server.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface ListedCampaign {
  store: StoreCode
  /** Null: open. */
  startsAt: Date | null
  endsAt: Date | null
  /** Whether it is planned, and not yet the campaign of its products. */
  isPlanned: boolean
  products: number
  /** Name of one of them. */
  name: string
  /** Products whose campaign price is not below the normal one. */
  notLower: number
  /** Products whose planned campaign waits for the end of another one, which overlaps it. */
  delayed: number
  /** Products whose planned campaign should have begun, and has not. */
  late: number
}

/** Campaigns of one list. */
const mostCampaigns = 500

/** A store with the moments, ISO 8601, between which its campaigns are listed. */
export interface CampaignWindow {
  store: StoreCode
  from: string
  to: string
}

/** The campaigns that run at some time within the window of their store; the earliest first. */
export async function listCampaigns(
  db: Kysely<DB>,
  windows: readonly CampaignWindow[],
  now: number,
): Promise<ListedCampaign[]> {
  const { rows } = await sql<ListedCampaign>`
    with campaign as (
      select product_id, store, starts_at, ends_at, price_minor, false as is_planned,
        false as takes_over from price_tier
      where kind = 'campaign' and min_quantity = 1
      union all
      select product_id, store, starts_at, ends_at, (jsonb_path_query_first(tiers,
        '$[*] ? (@.minQuantity == 1).priceMinor') #>> '{}')::bigint, true, takes_over from planned_campaign)
    select c.store, c.starts_at as "startsAt", c.ends_at as "endsAt", c.is_planned as "isPlanned",
      count(*)::integer as products,
      min(s.name) as name,
      count(*) filter (where c.price_minor >= n.price_minor)::integer as "notLower",
      count(*) filter (where c.is_planned and not c.takes_over and exists (select from price_tier t
        where t.product_id = c.product_id and t.store = c.store and t.kind = 'campaign'
          and (t.ends_at is null or t.ends_at > now())
          and tstzrange(t.starts_at, t.ends_at) && tstzrange(c.starts_at, c.ends_at)))::integer as delayed,
      count(*) filter (where c.is_planned
        and c.starts_at < ${new Date(now - lateMinutes * 60_000)})::integer as late
    from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as w (store text, "from" timestamptz, "to" timestamptz)
      join campaign c on c.store = w.store
      join store_product s on s.product_id = c.product_id and s.store = c.store
      left join price_tier n on n.product_id = c.product_id and n.store = c.store and n.kind = 'normal'
        and n.min_quantity = 1
    where (c.starts_at is null or c.starts_at < w."to") and (c.ends_at is null or c.ends_at > w."from")
    group by c.store, c.starts_at, c.ends_at, c.is_planned
    order by c.starts_at nulls first, c.ends_at nulls last, c.store, c.is_planned limit ${mostCampaigns}`.execute(
    db,
  )
  return rows
}
