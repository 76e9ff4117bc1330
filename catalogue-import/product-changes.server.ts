/**
 * The changes of an import to existing products, field by field and in the notation of the file: columns of a
 * feed, paths of a record. Brands, categories and tags appear with their names or codes.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { stores } from '../domain/stores/stores.ts'
import { feedValuesOf, firstNamed, furtherNamed, pictureTextCells } from './export-feed.server.ts'
import { recordOf } from './export-record.server.ts'
import { feedPictureLinks } from './feed-pictures.server.ts'
import type { ProductRow } from './catalogue-tables.server.ts'
import type { ProductParts, ProductState } from './product-state.server.ts'
import type { ReferenceIds } from './record-product.server.ts'
import type { ChangeReport } from './row-report.ts'
import { loadCategories, namePaths } from './write-categories.server.ts'
import type { ProductItem } from './product-work.server.ts'

export type FieldChange = Pick<ChangeReport, 'column' | 'before' | 'after'>

export interface ChangedProduct {
  item: ProductItem
  state: ProductState
  desired: { product: ProductRow; parts: ProductParts } | null
  created: boolean
  changed: boolean
}

/** Ids → display names. */
interface Names {
  brands: Map<unknown, { slug: string; name: string }>
  categories: Map<unknown, string>
  tags: Map<unknown, string>
  products: Map<unknown, string>
  /** Category code → names from the root down, in the feed's store. */
  paths: Map<string, string>
}

/** The changes of existing products. */
export async function changesOf<T extends ChangedProduct>(
  db: Kysely<DB>,
  products: readonly T[],
  ids: ReferenceIds,
): Promise<Map<T, FieldChange[]>> {
  const changed = products.filter((product) => product.changed && !product.created)
  if (changed.length === 0) return new Map()
  const names = await namesOf(db, changed, ids)
  return new Map(changed.map((product) => [product, fieldChanges(product, names)]))
}

function fieldChanges({ item, state, desired }: ChangedProduct, names: Names): FieldChange[] {
  if (!desired) return []
  const after: ProductState = { id: state.id, product: desired.product, ...desired.parts }
  const [old, fresh] =
    item.kind === 'feed'
      ? [feedTexts(item, state, names), feedTexts(item, after, names)]
      : [recordTexts(state, names), recordTexts(after, names)]
  const columns = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  return columns.flatMap((column) => {
    const [before = '', now = ''] = [old[column], fresh[column]]
    return before === now ? [] : [{ column, before, after: now }]
  })
}

type Texts = Record<string, string>

function feedTexts(item: Extract<ProductItem, { kind: 'feed' }>, state: ProductState, names: Names): Texts {
  const [picture = '', ...morePictures] = feedPictureLinks(state.images)
  const byPosition = state.categories.toSorted((a, b) => a.position - b.position)
  const categoryCodes = byPosition.map((row) => names.categories.get(row.category_id) ?? '')
  return {
    ...feedValuesOf(state, stores[item.store]),
    link: state.storeProducts[0]?.slug ?? '',
    image_link: picture,
    additional_image_link: morePictures.join(', '),
    ...pictureTextCells(state.images, item.store),
    brand: names.brands.get(state.product?.brand_id)?.name ?? '',
    product_type: firstNamed(categoryCodes, names.paths),
    further_categories: furtherNamed(categoryCodes, names.paths),
    fits: state.product?.fits.join(', ') ?? '',
    ...(item.tags.length > 0 && { tags: tagsIn(state, names).join(', ') }),
    ...Object.fromEntries(
      Object.keys(item.choices).map((code) => [code, String(state.product?.attributes[code] ?? '')]),
    ),
  }
}

const tagsIn = (state: ProductState, names: Names): string[] =>
  state.tags.map((row) => names.tags.get(row.tag_id) ?? '').toSorted()

function recordTexts(state: ProductState, names: Names): Texts {
  const byPosition = state.categories.toSorted((a, b) => a.position - b.position)
  const record = recordOf({
    sku: state.product?.sku ?? '',
    state,
    brand: names.brands.get(state.product?.brand_id) ?? null,
    parentSku: names.products.get(state.product?.variant_of) ?? null,
    isParent: false,
    categoryCodes: byPosition.map((row) => names.categories.get(row.category_id) ?? ''),
    tagCodes: tagsIn(state, names),
    relations: [],
    setParts: [],
    countedAt: new Map(),
    fieldValues: {},
    originals: new Map(),
  })
  const { record: _kind, sku: _sku, stores: sections, ...shared } = record
  const texts: Texts = {}
  const add = (path: string, fields: object) => {
    for (const [name, value] of Object.entries(fields))
      texts[path + name] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  add('', shared)
  for (const [store, { stock, ...section }] of Object.entries(sections)) {
    add(`stores.${store}.`, section)
    add(`stores.${store}.stock.`, stock)
  }
  return texts
}

async function namesOf(
  db: Kysely<DB>,
  changed: readonly ChangedProduct[],
  ids: ReferenceIds,
): Promise<Names> {
  const states = changed.flatMap(({ state, desired }) =>
    desired ? [state, { product: desired.product, ...desired.parts }] : [],
  )
  const found = (values: unknown[]) => [...new Set(values)].filter((id) => typeof id === 'number' && id > 0)
  const brandIds = found(states.map(({ product }) => product?.brand_id))
  const categoryIds = found(states.flatMap(({ categories }) => categories.map((row) => row.category_id)))
  const tagIds = found(states.flatMap(({ tags }) => tags.map((row) => row.tag_id)))
  const parentIds = found(states.map(({ product }) => product?.variant_of))
  const codes = async (table: 'category' | 'tag', of: unknown[]) => {
    const { rows } = await sql<{ id: number; code: string }>`
      select id, code from ${sql.table(table)} where id = any(${of})`.execute(db)
    return rows.map(({ id, code }) => [id, code] as const)
  }
  const parents = await sql<{ id: number; sku: string }>`
    select id, sku from product where id = any(${parentIds})`.execute(db)
  const brands = await sql<{ id: number; slug: string; name: string }>`
    select id, slug, name from brand where id = any(${brandIds})`.execute(db)
  const categories = new Map<unknown, string>([
    ...invented(ids.categories),
    ...(await codes('category', categoryIds)),
  ])
  const store = changed.flatMap(({ item }) => (item.kind === 'feed' ? [item.store] : []))[0]
  return {
    brands: new Map<unknown, { slug: string; name: string }>([
      ...invented(ids.brands).map(([id, slug]) => [id, { slug, name: slug }] as const),
      ...brands.rows.map(({ id, slug, name }) => [id, { slug, name }] as const),
    ]),
    categories,
    tags: new Map([...invented(ids.tags), ...(await codes('tag', tagIds))]),
    products: new Map([...invented(ids.parents), ...parents.rows.map(({ id, sku }) => [id, sku] as const)]),
    paths: store === undefined ? new Map() : await categoryPaths(db, store, ids.categories),
  }
}

/** Objects that a dry run would create have an id below zero, and no row. */
function invented(codes: ReadonlyMap<string, number>): [number, string][] {
  return [...codes].flatMap(([code, id]) => (id < 0 ? [[id, code]] : []))
}

async function categoryPaths(
  db: Kysely<DB>,
  store: string,
  ids: ReadonlyMap<string, number>,
): Promise<Map<string, string>> {
  const paths = new Map(invented(ids).map(([, code]) => [code, code]))
  for (const [path, code] of namePaths(await loadCategories(db))) {
    if (path.startsWith(`${store}:`)) paths.set(code, path.slice(store.length + 1))
  }
  return paths
}
