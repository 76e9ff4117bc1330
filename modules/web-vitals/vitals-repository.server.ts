/** The only SQL for web vitals: daily counts by store, type of page, metric and range. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { BucketCount, VitalName } from './histogram.ts'
import type { PageType } from './page-type.ts'

/** Days that the counts are kept. */
export const vitalsDays = 400

export interface VitalCount extends BucketCount {
  store: StoreCode
  page: PageType
  metric: VitalName
}

/** Adds counts to a day. */
export async function addVitals(db: Kysely<DB>, day: string, counts: readonly VitalCount[]): Promise<void> {
  if (counts.length === 0) return
  await sql`
    insert into web_vital (day, store, page, metric, bucket, visits)
    select ${day}::date, store, page, metric, bucket, visits
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as given (store store_code, page text, metric text, bucket smallint, visits bigint)
    order by store, page, metric, bucket
    on conflict (day, store, page, metric, bucket) do update set visits = web_vital.visits + excluded.visits`.execute(
    db,
  )
}

/** The counts since a day, of all days together. */
export async function readVitals(
  db: Kysely<DB>,
  { since, store }: { since: string; store?: StoreCode | undefined },
): Promise<VitalCount[]> {
  let query = db
    .selectFrom('web_vital')
    .select(({ fn }) => ['store', 'page', 'metric', 'bucket', fn.sum('visits').as('visits')])
    .where('day', '>=', since)
    .groupBy(['store', 'page', 'metric', 'bucket'])
  if (store !== undefined) query = query.where('store', '=', store)
  const rows = await query.orderBy('store').orderBy('page').orderBy('metric').execute()
  return rows.map((row) => ({
    ...row,
    page: row.page as PageType,
    metric: row.metric as VitalName,
    visits: Number(row.visits),
  }))
}

export async function tidyVitals(db: Kysely<DB>): Promise<void> {
  await sql`delete from web_vital where day < current_date - ${vitalsDays}::integer`.execute(db)
}
