/**
 * Writes a batch of products: loads the stored state, computes the target, writes the difference. An
 * unchanged product causes no write, so nothing is logged, no price recorded, no page evicted.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import {
  formerSlugTable,
  productTable,
  type FormerSlugRow,
  type ProductRow,
  type StoreProductRow,
} from './catalogue-tables.server.ts'
import { feedParts, feedProductRow } from './feed-state.server.ts'
import { changesOf, type FieldChange } from './product-changes.server.ts'
import {
  loadProductStates,
  noState,
  partNames,
  partTables,
  type PartName,
  type PartRows,
  type ProductParts,
} from './product-state.server.ts'
import { plansDelayedBy } from './planned-campaigns.server.ts'
import {
  decide,
  missingReference,
  repairsOf,
  skuOf,
  slugsOf,
  stockCountsOf,
  stockWrites,
  type ProductItem,
  type Work,
} from './product-work.server.ts'
import { withPlainDescriptions } from './record-description.ts'
import { roundRecord } from './record-prices.ts'
import { recordParts, recordProductRow, type ReferenceIds } from './record-product.server.ts'
import type { RowProblem } from './row-report.ts'
import { fingerprint } from '../domain/stores/slug.ts'
import {
  columnList,
  columnNames,
  differenceOf,
  recordset,
  sameRow,
  saveRows,
  updateRows,
  type RowDifference,
} from './table-rows.server.ts'
import {
  inventId,
  resolveIds,
  resolveProductIds,
  type Outcome,
  type WriteContext,
} from './write-context.server.ts'
import { loadKnownStock, saveStock, type StockWrite } from './write-stock.server.ts'
import { namedCategories } from './write-categories.server.ts'
import type { Sku } from '../domain/products/sku.ts'
import { toProductId, noProductId, type ProductId } from '../domain/products/product-id.ts'

export interface WrittenProducts {
  /** One outcome for each item, in order. */
  outcomes: Outcome[]
  /** For each item its changes, field by field, its corrections, and what it does to planned campaigns. */
  details: ProductDetails[]
  /** Ids of all products that are in the catalogue now; below zero in a dry run. */
  ids: Map<Sku, ProductId>
}

export interface ProductDetails {
  changes: FieldChange[]
  repaired: RowProblem[]
  noted: RowProblem[]
}

/**
 * Writes products of different skus. Rejects those with unknown references, a used address, or a price that is nothing
 * in the digits of the currency.
 */
export async function writeProducts(
  db: Kysely<DB>,
  given: readonly ProductItem[],
  context: WriteContext,
): Promise<WrittenProducts> {
  const refusals = new Map<ProductItem, Outcome>()
  const roundings = new Map<ProductItem, RowProblem[]>()
  const items = given.map((item) => {
    if (item.kind === 'feed') return item
    const rounding = roundRecord(item.record, context.stores)
    if (rounding.ok) {
      const rounded = { ...item, record: withPlainDescriptions(rounding.record) }
      roundings.set(rounded, rounding.rounded)
      return rounded
    }
    refusals.set(item, { refused: rounding.problem })
    return item
  })
  const states = await loadProductStates(db, items.map(skuOf), context.stores)
  const references = await referenceIds(db, items, context)
  const knownSkus = new Set([...states.keys(), ...references.parents.keys()])
  const works: Work[] = []
  for (const item of items) {
    if (refusals.has(item)) continue
    const refusal = item.kind === 'record' ? missingReference(item.record, references, knownSkus) : null
    if (refusal) {
      refusals.set(item, refusal)
      continue
    }
    const sku = skuOf(item)
    knownSkus.add(sku)
    const state = states.get(sku) ?? noState()
    works.push({
      item,
      sku,
      state,
      slugs: slugsOf(item, state, context),
      counts: stockCountsOf(item, context),
      stock: new Map(),
      decision: null,
      desired: null,
      created: false,
      changed: false,
    })
  }
  await settleSlugs(db, works, context, refusals)
  const known = await loadKnownStock(db, works)
  for (const work of works) {
    work.stock = known.get(work.state) ?? new Map()
    const refusal = decide(work)
    if (refusal) refusals.set(work.item, refusal)
  }
  const ids = { ...references, namedCategories: await namedIn(db, works) }
  const accepted = works.filter(({ item }) => !refusals.has(item))
  await writeProductRows(db, accepted, ids, context)
  await writeParts(db, accepted, ids, context)
  const changes = context.wantsChanges ? await changesOf(db, accepted, ids) : new Map<Work, FieldChange[]>()
  const delayed = await plansDelayedBy(db, accepted)
  const byItem = new Map(accepted.map((work) => [work.item, work]))
  return {
    outcomes: items.map((item) => refusals.get(item) ?? outcomeOfWork(byItem.get(item), context)),
    details: items.map((item) => {
      const work = byItem.get(item)
      return {
        changes: (work && changes.get(work)) ?? [],
        repaired: work ? [...(roundings.get(item) ?? []), ...repairsOf(work)] : [],
        noted: (work && delayed.get(work)) ?? [],
      }
    }),
    ids: new Map(accepted.map(({ sku, state }) => [sku, state.id ?? noProductId])),
  }
}

/** Names of the categories that a feed assigns to products or removes from them. */
function namedIn(db: Kysely<DB>, works: readonly Work[]): ReturnType<typeof namedCategories> {
  const asked = works.flatMap(({ item, state }) =>
    item.kind === 'feed' && item.category !== undefined
      ? [{ store: item.store, rows: state.categories }]
      : [],
  )
  const ids = asked.flatMap(({ rows }) => rows.map((row) => row.category_id))
  return namedCategories(db, asked[0]?.store, ids)
}

function outcomeOfWork(work: Work | undefined, context: WriteContext): Outcome {
  if (!work) return 'unchanged'
  const { item } = work
  const sold = item.kind === 'feed' || context.stores.some((store) => item.record.stores[store] !== undefined)
  if (!sold && context.stores.length < storeCodes.length && !work.created && !work.changed) return 'skipped'
  if (work.created) return 'created'
  return work.changed ? 'changed' : 'unchanged'
}

async function referenceIds(
  db: Kysely<DB>,
  items: readonly ProductItem[],
  context: WriteContext,
): Promise<ReferenceIds> {
  const brands = items.flatMap((item) => (item.kind === 'record' ? item.record.brand : item.brand) ?? [])
  const categories = items.flatMap((item) =>
    item.kind === 'record'
      ? item.record.categories
      : [...(item.category ? [item.category] : []), ...item.furtherCategories],
  )
  const records = items.flatMap((item) => (item.kind === 'record' ? [item.record] : []))
  const tags = items.flatMap((item) => (item.kind === 'record' ? (item.record.tags ?? []) : item.tags))
  return {
    brands: await resolveIds(db, 'brand', brands, context),
    categories: await resolveIds(db, 'category', categories, context),
    tags: await resolveIds(db, 'tag', tags, context),
    parents: await resolveProductIds(
      db,
      records.flatMap((record) => record.variantOf ?? []),
      context,
    ),
    namedCategories: new Map(),
  }
}

/**
 * An address belongs to one product. A feed's product gets another address, a record's product is rejected.
 */
async function settleSlugs(
  db: Kysely<DB>,
  works: readonly Work[],
  context: WriteContext,
  refusals: Map<ProductItem, Outcome>,
): Promise<void> {
  const wanted = [...new Set(works.flatMap(({ slugs }) => [...slugs.values()]))]
  const found = await sql<{ store: StoreCode; slug: string; sku: Sku }>`
    select s.store, s.slug, p.sku from store_product s join product p on p.id = s.product_id
    where s.store = any(${[...context.stores]}::text[]) and s.slug = any(${wanted})`.execute(db)
  const owners = new Map(found.rows.map(({ store, slug, sku }) => [`${store}/${slug}`, sku]))
  for (const { item, sku, slugs } of works) {
    for (const [store, slug] of slugs) {
      const owner = owners.get(`${store}/${slug}`)
      if (owner === undefined || owner === sku) {
        owners.set(`${store}/${slug}`, sku)
      } else if (item.kind === 'feed') {
        slugs.set(store, `${slug}-${fingerprint(sku)}`)
      } else {
        refusals.set(item, {
          refused: {
            code: 'slug_taken',
            column: 'slug',
            value: slug,
            detail: { code: 'in_store', values: { store } },
          },
        })
      }
    }
  }
}

function productRowOf({ item, state }: Work, ids: ReferenceIds): ProductRow {
  if (item.kind === 'record') return recordProductRow(item.record, ids, state)
  return feedProductRow(item.feed, { brandId: idOf(ids.brands, item.brand), choices: item.choices }, state)
}

/** The id behind a code; null and undefined stay what they are. */
function idOf(ids: ReadonlyMap<string, number>, code: string | null | undefined): number | null | undefined {
  return typeof code === 'string' ? (ids.get(code) ?? null) : code
}

/**
 * Inserts new products first without their parents, which may be in the same batch; then writes everything
 * that differs.
 */
async function writeProductRows(
  db: Kysely<DB>,
  works: readonly Work[],
  ids: ReferenceIds,
  context: WriteContext,
): Promise<void> {
  const parents = new Map(ids.parents)
  const missing = works.filter(({ state }) => state.id === null)
  const rows = missing.map((work) => ({ ...productRowOf(work, ids), variant_of: null }))
  const created = context.dryRun
    ? missing.map(({ sku }) => ({ sku, id: toProductId(inventId(context, 'product', sku)) }))
    : await insertProducts(db, rows)
  const createdIds = new Map(created.map(({ sku, id }) => [sku, id]))
  missing.forEach((work, index) => {
    work.created = true
    work.state = { ...work.state, id: createdIds.get(work.sku) ?? noProductId, product: rows[index] ?? null }
  })
  for (const { sku, state } of works) parents.set(sku, state.id ?? noProductId)
  const different: ProductRow[] = []
  for (const work of works) {
    const row = productRowOf(work, { ...ids, parents })
    if (work.state.product && sameRow(productTable, work.state.product, row)) continue
    work.changed = true
    different.push(row)
  }
  if (!context.dryRun) await updateRows(db, productTable, different)
}

async function insertProducts(
  db: Kysely<DB>,
  rows: readonly ProductRow[],
): Promise<{ sku: Sku; id: ProductId }[]> {
  if (rows.length === 0) return []
  const columns = columnList(productTable)
  return db
    .insertInto('product')
    .columns(columnNames(productTable))
    .expression(sql`select ${columns} from ${recordset(productTable, rows)}`)
    .returning(['sku', 'id'])
    .execute()
}

/** The differences of all products of a batch, table by table. */
type PartDifferences = { [Name in PartName]: RowDifference<PartRows[Name]> }

async function writeParts(
  db: Kysely<DB>,
  works: readonly Work[],
  ids: ReferenceIds,
  context: WriteContext,
): Promise<void> {
  const total: PartDifferences = {
    storeProducts: { upsert: [], remove: [] },
    tiers: { upsert: [], remove: [] },
    stock: { upsert: [], remove: [] },
    categories: { upsert: [], remove: [] },
    tags: { upsert: [], remove: [] },
    images: { upsert: [], remove: [] },
  }
  const stock: StockWrite[] = []
  for (const work of works) {
    const desired = partsOf(work, ids, context)
    work.desired = { product: productRowOf(work, ids), parts: desired }
    const before: ProductParts = work.state
    const compare = <Name extends PartName>(name: Name): PartRows[Name][] => {
      const { upsert, remove } = differenceOf(partTables[name], before[name], desired[name])
      if (upsert.length + remove.length > 0) work.changed = true
      const sum: RowDifference<PartRows[Name]> = total[name]
      sum.remove.push(...remove)
      // Stock is written as the difference to what was read (write-stock.server.ts).
      if (name !== 'stock') sum.upsert.push(...upsert)
      return upsert
    }
    for (const name of partNames) if (name !== 'stock') compare(name)
    stock.push(...stockWrites(work, compare('stock')))
    if (desired.storeProducts.length > work.state.storeProducts.length) work.created = true
  }
  if (context.dryRun) return
  await keepFormerSlugs(db, works, total.storeProducts)
  const save = <Name extends PartName>(name: Name) => saveRows(db, partTables[name], total[name])
  for (const name of partNames) await save(name)
  // Last, because orders wait for these row locks.
  await saveStock(db, stock)
}

function partsOf(
  { item, state, slugs, stock, decision }: Work,
  ids: ReferenceIds,
  context: WriteContext,
): ProductParts {
  const id = state.id ?? noProductId
  if (item.kind === 'record') return recordParts(item.record, id, state, { ids, context, stock })
  const { store, feed } = item
  if (!decision) throw new Error(`Nothing was decided for ${feed.sku}.`)
  const feedIds = {
    brandId: idOf(ids.brands, item.brand),
    categoryId: idOf(ids.categories, item.category),
    furtherCategoryIds: item.furtherCategories.flatMap((code) => ids.categories.get(code) ?? []),
    tagIds: item.tags.flatMap((code) => ids.tags.get(code) ?? []),
    namedCategories: ids.namedCategories,
  }
  return feedParts(feed, id, store, slugs.get(store) ?? '', feedIds, state, decision)
}

/** A changed address keeps redirecting; an address in use is no longer a former one. */
async function keepFormerSlugs(
  db: Kysely<DB>,
  works: readonly Work[],
  change: RowDifference<StoreProductRow>,
): Promise<void> {
  const before = new Map(
    works.flatMap(({ state }) =>
      state.storeProducts.map((row) => [`${row.product_id}/${row.store}`, row.slug] as const),
    ),
  )
  const former: FormerSlugRow[] = []
  for (const row of change.upsert) {
    const slug = before.get(`${row.product_id}/${row.store}`)
    if (slug !== undefined && slug !== row.slug) {
      former.push({ store: row.store, slug, product_id: row.product_id })
    }
  }
  if (change.upsert.length === 0) return
  await sql`delete from product_former_slug f using ${recordset<FormerSlugRow, 'store' | 'slug'>(formerSlugTable, change.upsert, ['store', 'slug'])}
    where f.store = r.store and f.slug = r.slug`.execute(db)
  await saveRows(db, formerSlugTable, { upsert: former, remove: [] })
}
