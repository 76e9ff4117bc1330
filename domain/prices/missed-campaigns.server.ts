/** Planned campaigns that did not begin at their start: staff see them until they have been looked at, begun or removed. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'

/** The job that begins campaigns runs each minute; after so many a campaign is late. */
export const lateMinutes = 5

/** Products of a store whose planned campaigns of one period ended before they could begin. */
export interface ExpiredCampaign {
  store: StoreCode
  startsAt: Date
  endsAt: Date
  products: number
  /** Name of one of them. */
  name: string
}

/** Most periods of one list. */
const mostExpired = 100

/** The latest first. */
export async function listExpiredCampaigns(
  db: Kysely<DB>,
  stores: readonly StoreCode[],
): Promise<ExpiredCampaign[]> {
  const { rows } =
    await sql<ExpiredCampaign>`select e.store, e.starts_at as "startsAt", e.ends_at as "endsAt",
      count(*)::integer as products, min(s.name) as name
    from expired_campaign e join store_product s on s.product_id = e.product_id and s.store = e.store
    where e.store = any(${[...stores]}::text[])
    group by e.store, e.starts_at, e.ends_at order by e.starts_at desc, e.store limit ${mostExpired}`.execute(
      db,
    )
  return rows
}

/** The periods of stores that did not begin: those that have expired, and those that wait after their start. */
export async function countMissedCampaigns(
  db: Kysely<DB>,
  stores: readonly StoreCode[],
  now: number,
): Promise<number> {
  const late = new Date(now - lateMinutes * 60_000)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select store, starts_at, ends_at, true from expired_campaign where store = any(${[...stores]}::text[])
    union select store, starts_at, ends_at, false from planned_campaign
      where store = any(${[...stores]}::text[]) and starts_at < ${late}) missed`.execute(db)
  return rows[0]?.count ?? 0
}

/** Takes the expired campaigns of a period off the list, with an entry for each product. */
export async function dismissExpiredCampaigns(
  db: Kysely<DB>,
  actor: Actor,
  { store, startsAt, endsAt }: { store: StoreCode; startsAt: string; endsAt: string },
): Promise<{ ok: true } | { ok: false; code: 'nothing_to_change' }> {
  return audited(db, actor, async (trx, record) => {
    const { rows } = await sql<{ sku: string }>`with removed as (
        delete from expired_campaign where store = ${store} and starts_at = ${startsAt}::timestamptz
          and ends_at = ${endsAt}::timestamptz returning product_id)
      select p.sku from removed r join product p on p.id = r.product_id order by p.sku`.execute(trx)
    if (rows.length === 0) return { ok: false as const, code: 'nothing_to_change' as const }
    for (const { sku } of rows)
      record({
        action: 'campaign.dismiss',
        object: ['product', sku],
        store,
        after: { startsAt, endsAt },
      })
    return { ok: true as const }
  })
}
