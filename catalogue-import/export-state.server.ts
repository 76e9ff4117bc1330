/** Reads the catalogue for export, a page of products at a time, with the codes of all ids. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { FieldValues } from '../domain/custom-fields/custom-field.ts'
import { readProductValues } from '../domain/custom-fields/imported-values.server.ts'
import { lastStockChanges } from '../domain/stock/stock-history.server.ts'
import { loadProductStates, type ProductState } from './product-state.server.ts'
import type { Sku } from '../domain/products/sku.ts'
import { noProductId, type ProductId } from '../domain/products/product-id.ts'

const pageSize = 500

/** A field may be called `constructor`, which every other object has. */
const noFieldValues = Object.create(null) as FieldValues

export interface ExportedProduct {
  sku: string
  /** Per-store parts only of the exported stores. */
  state: ProductState
  brand: { slug: string; name: string } | null
  parentSku: string | null
  /** It groups variants and is not for sale itself. */
  isParent: boolean
  /** In their order, the main one first. */
  categoryCodes: string[]
  tagCodes: string[]
  relations: { kind: string; sku: Sku }[]
  setParts: { sku: Sku; quantity: number }[]
  /** Store → time of its stock count, ISO text in UTC with microseconds. */
  countedAt: Map<StoreCode, string>
  /** Values of the shop's own fields, of all stores. */
  fieldValues: FieldValues
  /** Address of a photo → SHA-256 of its stored original, in hexadecimal. */
  originals: ReadonlyMap<string, string>
}

/** Products ordered by id, but parents before all variants, so that references point backwards. */
export async function* exportedProducts(
  db: Kysely<DB>,
  stores: readonly StoreCode[],
): AsyncGenerator<ExportedProduct> {
  for (const variants of [false, true]) {
    for (let after = 0; ;) {
      const page = await sql<{ id: ProductId; sku: Sku }>`
        select p.id, p.sku from product p
        where p.id > ${after} and (p.variant_of is not null) = ${variants} and
          (${stores.length === storeCodes.length} or exists (
            select from store_product s where s.product_id = p.id and s.store = any(${[...stores]}::text[])))
        order by p.id limit ${pageSize}`.execute(db)
      const last = page.rows.at(-1)
      if (!last) break
      yield* await loadExportedProducts(
        db,
        page.rows.map(({ sku }) => sku),
        stores,
      )
      after = last.id
    }
  }
}

/** The existing products of those skus, in the given order. */
export async function loadExportedProducts(
  db: Kysely<DB>,
  skus: readonly Sku[],
  stores: readonly StoreCode[],
): Promise<ExportedProduct[]> {
  const states = await loadProductStates(db, skus, stores)
  const ids = [...states.values()].map(({ id }) => id ?? noProductId)
  const brands = await sql<{ id: number; slug: string; name: string }>`
    select p.id, b.slug, b.name from product p join brand b on b.id = p.brand_id where p.id = any(${ids})`.execute(
    db,
  )
  const parents = await sql<{ id: ProductId; sku: Sku }>`
    select p.id, v.sku from product p join product v on v.id = p.variant_of where p.id = any(${ids})`.execute(
    db,
  )
  const gathering = await sql<{ id: number }>`
    select id from product p
    where id = any(${ids}) and exists (select from product v where v.variant_of = p.id)`.execute(db)
  const categories = await sql<{ id: number; code: string }>`
    select pc.product_id as id, c.code from product_category pc join category c on c.id = pc.category_id
    where pc.product_id = any(${ids}) order by pc.product_id, pc.position, c.code`.execute(db)
  const tags = await sql<{ id: number; code: string }>`
    select pt.product_id as id, t.code from product_tag pt join tag t on t.id = pt.tag_id
    where pt.product_id = any(${ids}) order by pt.product_id, t.code`.execute(db)
  const relations = await sql<{ id: ProductId; kind: string; sku: Sku }>`
    select r.product_id as id, r.kind, p.sku from product_relation r join product p on p.id = r.related_id
    where r.product_id = any(${ids}) order by r.product_id, r.kind, r.position, p.sku`.execute(db)
  const parts = await sql<{ id: ProductId; sku: Sku; quantity: number }>`
    select s.set_id as id, p.sku, s.quantity from set_part s join product p on p.id = s.product_id
    where s.set_id = any(${ids}) order by s.set_id, p.sku`.execute(db)
  const counted = await lastStockChanges(db, ids)
  const fieldValues = await readProductValues(db, ids)
  const originals = await sql<{ source: string; sha256: string }>`
    select distinct i.source, encode(s.sha256, 'hex') as sha256
    from product_image i join picture_source s on s.source = i.source
    where i.product_id = any(${ids}) and i.source not like 'drawing:%' and s.sha256 is not null`.execute(db)
  const originalOfSource = new Map(originals.rows.map(({ source, sha256 }) => [source, sha256]))
  const brandOf = new Map(brands.rows.map(({ id, slug, name }) => [id, { slug, name }]))
  const parentOf = new Map(parents.rows.map(({ id, sku }) => [id, sku]))
  const isParent = new Set(gathering.rows.map(({ id }) => id))
  const own = <T extends { id: number }>(rows: T[]) => Map.groupBy(rows, ({ id }) => id)
  const [ownCategories, ownTags, ownRelations, ownParts] = [
    own(categories.rows),
    own(tags.rows),
    own(relations.rows),
    own(parts.rows),
  ]
  return skus.flatMap((sku) => {
    const state = states.get(sku)
    const id = state?.id
    if (!state || typeof id !== 'number') return []
    return [
      {
        sku,
        state,
        brand: brandOf.get(id) ?? null,
        parentSku: parentOf.get(id) ?? null,
        isParent: isParent.has(id),
        categoryCodes: (ownCategories.get(id) ?? []).map(({ code }) => code),
        tagCodes: (ownTags.get(id) ?? []).map(({ code }) => code),
        relations: ownRelations.get(id) ?? [],
        setParts: (ownParts.get(id) ?? []).map((part) => ({ sku: part.sku, quantity: part.quantity })),
        countedAt: new Map(
          (counted.get(id) ?? [])
            .filter(({ store }) => stores.includes(store))
            .map(({ store, at }) => [store, at]),
        ),
        fieldValues: fieldValues.get(id) ?? noFieldValues,
        originals: originalOfSource,
      },
    ]
  })
}
