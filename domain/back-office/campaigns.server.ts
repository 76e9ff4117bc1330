/**
 * Campaigns as staff plan them: products of a store whose campaign prices begin and end at the same moments. A product
 * has one campaign in a store, so two of them never overlap; a later one replaces it.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../stores/stores.ts'

export interface PlannedCampaign {
  store: StoreCode
  /** Null: open. */
  startsAt: Date | null
  endsAt: Date | null
  products: number
  /** Name of one of them. */
  name: string
  /** Products whose campaign price is not below the normal one. */
  notLower: number
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
): Promise<PlannedCampaign[]> {
  const { rows } = await sql<PlannedCampaign>`
    select c.store, c.starts_at as "startsAt", c.ends_at as "endsAt", count(*)::integer as products,
      min(s.name) as name,
      count(*) filter (where c.price_minor >= n.price_minor)::integer as "notLower"
    from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb) as w (store text, "from" timestamptz, "to" timestamptz)
      join price_tier c on c.store = w.store
      join store_product s on s.product_id = c.product_id and s.store = c.store
      left join price_tier n on n.product_id = c.product_id and n.store = c.store and n.kind = 'normal'
        and n.min_quantity = 1
    where c.kind = 'campaign' and c.min_quantity = 1
      and (c.starts_at is null or c.starts_at < w."to") and (c.ends_at is null or c.ends_at > w."from")
    group by c.store, c.starts_at, c.ends_at
    order by c.starts_at nulls first, c.ends_at nulls last, c.store limit ${mostCampaigns}`.execute(db)
  return rows
}
