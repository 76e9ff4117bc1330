/**
 * Maps the skus of a file to products of the catalogue: skus are case-insensitive and keep the catalogue's
 * spelling.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { skuKey, type Sku, toSku } from '../domain/products/sku.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import type { ProductId } from '../domain/products/product-id.ts'

/** Key → the spellings in the catalogue; more than one only for products from before keys were unique. */
export async function knownSpellings(
  db: Kysely<DB>,
  skus: readonly string[],
): Promise<Map<string, { sku: Sku; id: ProductId }[]>> {
  const keys = [...new Set(skus.map(skuKey))]
  const { rows } = await sql<{ sku: Sku; id: ProductId }>`
    select sku, id from product where not sku_clash and sku_key(sku) = any(${keys})
    union all select sku, id from product where sku_clash and sku_key(sku) = any(${keys})`.execute(db)
  return Map.groupBy(rows, ({ sku }) => skuKey(sku))
}

export function skuOfRow(row: CatalogueRow): Sku | undefined {
  return row.feed?.sku ?? (row.record?.record === 'product' ? toSku(row.record.sku) : undefined)
}

/**
 * Changes the skus of rows to the catalogue's spelling, and to what they were where their number was shared. Returns the key under which each row claims its
 * product: rows with the same key are duplicates. Null: the row differs only in case from two products and
 * equals neither.
 */
export async function adoptKnownSpelling(
  db: Kysely<DB>,
  rows: readonly CatalogueRow[],
): Promise<Map<CatalogueRow, string | null>> {
  const own = rows.flatMap((row) => {
    const sku = skuOfRow(row)
    return sku === undefined ? [] : [{ row, sku }]
  })
  const claims = new Map<CatalogueRow, string | null>()
  if (own.length === 0) return claims
  const known = await knownSpellings(
    db,
    own.flatMap(({ row, sku }) => [sku, ...(row.feed?.sharedSku === undefined ? [] : [row.feed.sharedSku])]),
  )
  const spellingsOf = (sku: Sku) => (known.get(skuKey(sku)) ?? []).map((each) => each.sku)
  for (const { row, sku: given } of own) {
    // Its product has that number since others shared it, and keeps it when they are gone.
    const { sharedSku } = row.feed ?? {}
    const isShared =
      sharedSku !== undefined && spellingsOf(given).length === 0 && spellingsOf(sharedSku).length === 1
    const sku = isShared ? sharedSku : given
    if (isShared && row.feed) {
      row.id = given
      row.feed = { ...row.feed, sku }
    }
    const spellings = spellingsOf(sku)
    if (spellings.length > 1) {
      claims.set(row, spellings.includes(sku) ? `=${sku}` : null)
      continue
    }
    claims.set(row, skuKey(sku))
    const [spelling = sku] = spellings
    if (spelling === sku) continue
    row.id = given
    if (row.feed) row.feed = { ...row.feed, sku: spelling }
    if (row.record?.record === 'product') row.record = { ...row.record, sku: spelling }
  }
  return claims
}

/** Products that differ only in case from another one, each with the older spelling. */
export async function clashingSkus(db: Kysely<DB>, limit: number): Promise<[Sku, Sku][]> {
  const { rows } = await sql<{ older: Sku; sku: Sku }>`
    select o.sku as older, p.sku from product p
    join product o on not o.sku_clash and sku_key(o.sku) = sku_key(p.sku)
    where p.sku_clash order by p.id limit ${limit}`.execute(db)
  return rows.map(({ older, sku }) => [older, sku])
}
