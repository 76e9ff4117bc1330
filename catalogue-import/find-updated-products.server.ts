/** Finds the products of the store that rows without a name change. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { gtinSpellings } from '../domain/products/gtin.ts'
import { skuKey, type Sku } from '../domain/products/sku.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import type { FeedProduct } from './feed-product.ts'
import { shortened, type RowProblem } from './row-report.ts'

interface NamedProduct {
  sku: Sku
  key: string
  gtin: string | null
  name: string
}

/**
 * Gives rows of updates the sku and the name of the product that they change, by number, else by GTIN. One that no product
 * of the store has is refused.
 */
export async function findUpdatedProducts(
  db: Kysely<DB>,
  batch: readonly CatalogueRow[],
  store: StoreCode,
): Promise<void> {
  const rows = batch.flatMap((row) =>
    row.feed?.update ? [{ row, feed: row.feed, update: row.feed.update }] : [],
  )
  if (rows.length === 0) return
  const keys = rows.map(({ feed: { sku } }) => skuKey(sku))
  const gtins = rows.flatMap(({ update: { gtin } }) => (gtin === null ? [] : gtinSpellings(gtin)))
  const { rows: found } = await sql<NamedProduct>`
    select p.sku, sku_key(p.sku) as key, p.gtin, s.name
    from product p join store_product s on s.product_id = p.id and s.store = ${store}
    where p.id in (select id from product where not sku_clash and sku_key(sku) = any(${keys})
      union all select id from product where sku_clash and sku_key(sku) = any(${keys})
      union all select id from product where gtin = any(${gtins}))`.execute(db)
  const bySku = Map.groupBy(found, ({ key }) => key)
  const byGtin = Map.groupBy(found, ({ gtin }) => gtin)
  for (const { row, feed, update } of rows) {
    const numbered = bySku.get(skuKey(feed.sku)) ?? []
    const coded = codedAs(update.gtin, byGtin)
    // Of two that differ in case the one that is spelled so; adoptKnownSpelling refuses what is neither.
    const product =
      numbered.find(({ sku }) => sku === feed.sku) ??
      numbered[0] ??
      (coded.length === 1 ? coded[0] : undefined)
    if (product === undefined) refuse(row, feed, coded.length > 1)
    else row.feed = { ...feed, sku: numbered.length > 1 ? feed.sku : product.sku, name: product.name }
  }
}

/** The products with a GTIN, with or without zeros in front. */
const codedAs = (gtin: string | null, byGtin: ReadonlyMap<string | null, NamedProduct[]>): NamedProduct[] =>
  gtin === null ? [] : gtinSpellings(gtin).flatMap((spelling) => byGtin.get(spelling) ?? [])

function refuse(row: CatalogueRow, { sku, update }: FeedProduct, isAmbiguous: boolean): void {
  const named: Pick<RowProblem, 'column' | 'value'> =
    update?.gtin && (sku === update.gtin || isAmbiguous)
      ? { column: 'gtin', value: update.gtin }
      : { column: 'id', value: shortened(sku) }
  row.id ??= sku
  row.refused = { code: isAmbiguous ? 'ambiguous_gtin' : 'unknown_product', ...named }
  delete row.feed
}
