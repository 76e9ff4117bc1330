/**
 * Discontinued products: copies them from PostgreSQL (migration 0013) into the index, and reads them from it.
 */
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { GoneProduct } from '../../domain/catalogue/catalogue-directory.ts'
import type { Query } from '../../db/query.ts'
import type { IndexDatabase } from '../schema/index-database.server.ts'
import { storeNumber } from '../schema/index-schema.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import type { Sku } from '../../domain/products/sku.ts'

export interface GoneRow {
  store: StoreCode
  slug: string
  sku: Sku
  name: string
  categoryId: number | null
}

const columns = 'store, slug, sku, name, category_id as "categoryId"'
const rowsAtOnce = 5_000

/** The discontinued products of those ids. */
export function readGone(query: Query, ids: readonly number[]): Promise<GoneRow[]> {
  return query<GoneRow>(`select ${columns} from gone_product where product_id = any($1::int[])`, [ids])
}

/** All discontinued products, in batches. */
export async function copyGone(query: Query, db: IndexDatabase): Promise<void> {
  let last: [string, string] = ['', '']
  for (;;) {
    const rows = await query<GoneRow>(
      `select ${columns} from gone_product where (store::text, slug) > ($1, $2) order by store::text, slug limit ${rowsAtOnce}`,
      last,
    )
    if (rows.length === 0) return
    writeGone(db, rows)
    const { store, slug } = rows.at(-1)!
    last = [store, slug]
  }
}

export function writeGone(db: IndexDatabase, rows: readonly GoneRow[]): void {
  if (rows.length === 0) return
  db.transaction(() => {
    for (const { store, slug, sku, name, categoryId } of rows)
      db.run(
        'insert or replace into gone values (?, ?, ?, ?, ?)',
        storeNumber[store],
        slug,
        sku,
        name,
        categoryId,
      )
  })
}

export function goneProduct(state: IndexState, store: StoreCode, slug: string): GoneProduct | null {
  const row = state.db.get<{ sku: Sku; name: string; category: number | null }>(
    'select sku, name, category from gone where store = ? and slug = ?',
    storeNumber[store],
    slug,
  )
  if (!row) return null
  const category = row.category === null ? undefined : state.structure.categories.get(row.category)
  return { sku: row.sku, name: row.name, categoryPath: category?.texts[store]?.path ?? null }
}
