/** The only SQL for searches without results: per store and query, with the counts of each day (decision 95). */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { StoreCode } from '../stores/stores.ts'

/** Days that the counts are kept, and a query after its last miss. */
export const searchMissDays = 90

/** Most queries in the table; further new ones are not stored. */
const mostQueries = 20_000

export interface CountedMiss {
  store: StoreCode
  /** As `missedQuery` answers it. */
  query: string
  /** The store's day, `YYYY-MM-DD`. */
  day: string
  searches: number
}

/** Adds counts, and opens the queries again that staff had closed. Each query and day is given once. */
export async function addSearchMisses(
  db: Kysely<DB>,
  misses: readonly CountedMiss[],
  { most = mostQueries }: { most?: number } = {},
): Promise<void> {
  if (misses.length === 0) return
  await sql`
    with given as (
      select store, query, day, searches from jsonb_to_recordset(${JSON.stringify(misses)}::jsonb)
        as given (store store_code, query text, day date, searches bigint)
    ), stored as (
      insert into search_miss as known (store, query, last_missed_on)
      select store, query, max(day) from given
      where (select count(*) from search_miss) < ${most}
        or exists (select from search_miss m where m.store = given.store and m.query = given.query)
      group by store, query order by store, query
      on conflict (store, query) do update
        set last_missed_on = greatest(known.last_missed_on, excluded.last_missed_on), closed_at = null
      returning id, store, query
    )
    insert into search_miss_day as known (miss_id, day, searches)
    select stored.id, given.day, given.searches from stored join given using (store, query)
    order by stored.id, given.day
    on conflict (miss_id, day) do update set searches = known.searches + excluded.searches`.execute(db)
}

/** Closes a query until its next miss, or opens it (`at` null). False: there is none. */
export async function closeSearchMiss(
  db: Kysely<DB>,
  actor: Actor,
  id: number,
  at: Date | null,
): Promise<boolean> {
  return audited(db, actor, async (trx, record) => {
    const miss = await trx
      .selectFrom('search_miss')
      .select(['store', 'query', 'closed_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!miss) return false
    if ((miss.closed_at === null) === (at === null)) return true
    await trx.updateTable('search_miss').set({ closed_at: at }).where('id', '=', id).execute()
    record({
      action: at === null ? 'search_miss.reopen' : 'search_miss.close',
      object: ['search_miss', id],
      store: miss.store,
      before: { query: miss.query, open: miss.closed_at === null },
      after: { query: miss.query, open: at === null },
    })
    return true
  })
}

/** Deletes counts and queries older than 90 days. */
export async function tidySearchMisses(db: Kysely<DB>): Promise<void> {
  await sql`delete from search_miss_day where day < current_date - ${searchMissDays}::integer`.execute(db)
  await sql`delete from search_miss where last_missed_on < current_date - ${searchMissDays}::integer`.execute(
    db,
  )
}
