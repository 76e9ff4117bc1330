/** Asks PostgreSQL which products lack statutory data (db/routines/statutory-gaps.sql). */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Sku } from '../products/sku.ts'
import { statutoryGaps, type StatutoryGap } from './sale-gaps.ts'

/** What the product lacks, in the order of `statutoryGaps`. */
export async function statutoryGapsOf(db: Kysely<DB>, sku: Sku): Promise<StatutoryGap[]> {
  const { rows } = await sql<{ code: string }>`select distinct g.code
    from product p cross join lateral statutory_gaps_of(array[p.id]) g where p.sku = ${sku}`.execute(db)
  return statutoryGaps.filter((code) => rows.some((row) => row.code === code))
}

/** Whether the product of a row lacks statutory data. */
export const lacksStatutoryData = (productId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${productId} in (select g.product_id from statutory_gaps() g)`
