/** Asks PostgreSQL which products lack statutory data (db/routines/statutory-gaps.sql), and which are withheld for it. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Sku } from '../products/sku.ts'
import { storeFile } from '../stores/apply-settings.ts'
import { storeCodes, type StoreCode } from '../stores/stores.ts'
import { statutoryGaps, type StatutoryGap } from './sale-gaps.ts'

/** What the product lacks, in the order of `statutoryGaps`. */
export async function statutoryGapsOf(db: Kysely<DB>, sku: Sku): Promise<StatutoryGap[]> {
  const { rows } = await sql<{ code: string }>`select distinct g.code
    from product p cross join lateral statutory_gaps_of(array[p.id]) g where p.sku = ${sku}`.execute(db)
  return statutoryGaps.filter((code) => rows.some((row) => row.code === code))
}

/** How many products of the store lack statutory data; those that are discontinued there do not count. */
export async function countStatutoryGaps(db: Kysely<DB>, store: StoreCode): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count
    from store_product p left join stock s using (product_id, store)
    where p.store = ${store} and not coalesce(s.discontinued, false) and ${lacksStatutoryData(sql`p.product_id`)}`.execute(
    db,
  )
  return rows[0]!.count
}

/** Whether the product of a row lacks statutory data. */
export const lacksStatutoryData = (productId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${productId} in (select g.product_id from statutory_gaps() g)`

/** Whether the store of a row withholds products that lack statutory data. Reads the setting from the database. */
export function withholdsProducts(store: RawBuilder<unknown>): RawBuilder<unknown> {
  const byFile = storeCodes.filter((code) => storeFile(code).policy.requiresStatutoryData)
  return sql`withholds(${store}, ${store} = any(${byFile}::text[]))`
}

/**
 * Whether the store of a row withholds the product of the row. A parent of variants is never withheld itself. Reads the
 * setting from the database: this process may not have the newest in force.
 */
export function isWithheld(productId: RawBuilder<unknown>, store: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${withholdsProducts(store)}
    and exists (select from statutory_gaps_of(array[${productId}])))`
}
