/**
 * Applies changes of the change log to an open index: products with their families in small steps that yield
 * to requests in between, the small tables as a whole. Returns the affected page-cache tags.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  familiesOf,
  readProducts,
  readStructure,
  withholdingStores,
  type CategoryRow,
  type StructureRows,
} from '../schema/catalogue-rows.server.ts'
import type { Query } from '../../db/query.ts'
import { lineage } from '../schema/catalogue-structure.server.ts'
import type { Change } from '../build/change-log.server.ts'
import { refreshDevices } from '../schema/device-index.server.ts'
import { writeStructure } from '../build/index-builder.server.ts'
import { readGone, writeGone } from '../build/gone-products.server.ts'
import { indexProducts, type IndexedProduct } from '../build/index-entries.server.ts'
import { refreshProducts } from './index-refresh.server.ts'
import { forgetKept, loadStructure, useStructure, type IndexState } from '../schema/index-state.server.ts'
import { createFacetIds } from '../schema/index-database.server.ts'

/** Products read per batch. */
const productsPerStep = 100
/** Products written without a pause: some 10 ms. */
const productsPerPause = 10

/**
 * Refreshing a product costs about four times as much as building it, and a build does not block serving the
 * existing file.
 */
const mostRefreshed = { share: 0.2, atLeast: 2_000 }

/** Whether a build is faster than refreshing that many products of an index with `known` products. */
export function isWorthBuilding(changed: number, known: number): boolean {
  return changed > Math.max(mostRefreshed.atLeast, known * mostRefreshed.share)
}

export type Applied = { ok: true } | { ok: false; code: 'rebuild' }

/** `emit` gets tags as soon as the change they name is applied. */
export async function applyChanges(
  state: IndexState,
  query: Query,
  changes: readonly Change[],
  emit: (tags: Iterable<string>) => void,
): Promise<Applied> {
  const ids = new Set<number>()
  const topics = new Map<string, Set<string>>()
  for (const { topic, key } of changes) {
    if (topic === 'product') ids.add(Number(key))
    else if (topic === 'content') emit([`content:${key}`])
    else if (topic === 'index') return { ok: false, code: 'rebuild' }
    else topics.set(topic, (topics.get(topic) ?? new Set()).add(key))
  }
  const devices = topics.get('device')
  if (devices) {
    await refreshDevices(query, state.db, [...devices].map(Number))
    forgetKept(state)
    emit(['devices'])
  }
  const changesStructure = ['category', 'brand', 'tag', 'attribute', 'synonym'].some((topic) =>
    topics.has(topic),
  )
  if (!changesStructure) return refreshAll(state, query, ids, emit)
  const rows = await readStructure(query)
  try {
    for (const id of await productsTouched(state.structure.rows, rows, query)) ids.add(id)
    const tags = replaceStructure(state, rows, topics)
    const outcome = await refreshAll(state, query, ids, emit)
    // Written last: after an interruption the next run finds the difference again.
    state.db.transaction(() => writeStructure(state.db, rows))
    forgetKept(state)
    emit(tags)
    return outcome
  } catch (error) {
    if (state.db.isOpen()) loadStructure(state)
    throw error
  }
}

async function refreshAll(
  state: IndexState,
  query: Query,
  ids: ReadonlySet<number>,
  emit: (tags: Iterable<string>) => void,
): Promise<Applied> {
  const known = state.db.get<{ total: number }>('select count(*) as total from product')!.total
  if (isWorthBuilding(ids.size, known)) return { ok: false, code: 'rebuild' }
  await refreshInSteps(state, query, [...ids], emit)
  return state.namesAreFull ? { ok: false, code: 'rebuild' } : { ok: true }
}

async function refreshInSteps(
  state: IndexState,
  query: Query,
  ids: readonly number[],
  emit: (tags: Iterable<string>) => void,
) {
  const done = new Set<number>()
  for (let at = 0; at < ids.length; at += productsPerStep) {
    const step = ids.slice(at, at + productsPerStep).filter((id) => !done.has(id))
    if (step.length === 0) continue
    // Former parents too: a variant may have moved.
    const parents = state.db.all<{ id: number }>(
      'select variant_of as id from json_each(?) j cross join product p on p.id = j.value where variant_of is not null',
      JSON.stringify(step),
    )
    const family = await familiesOf(query, [...step, ...parents.map((parent) => parent.id)])
    const all = [...new Set([...step, ...family])]
    const fresh = [...indexProducts(await readProducts(query, all), state.structure, state.now())]
    writeGone(state.db, await readGone(query, all))
    for (let from = 0; from < all.length; from += productsPerPause) {
      const tags = refreshNow(state, all.slice(from, from + productsPerPause), fresh)
      if (tags.size > 0) emit(tags)
      await nextTurn()
    }
    for (const id of all) done.add(id)
  }
}

function refreshNow(
  state: IndexState,
  ids: readonly number[],
  fresh: readonly IndexedProduct[],
): Set<string> {
  try {
    return refreshProducts(state, ids, fresh)
  } catch (error) {
    // Ids given to facet values inside the failed transaction were rolled back.
    if (state.db.isOpen()) state.facets = createFacetIds(state.db)
    throw error
  } finally {
    forgetKept(state)
  }
}

function replaceStructure(
  state: IndexState,
  rows: StructureRows,
  topics: ReadonlyMap<string, ReadonlySet<string>>,
): Set<string> {
  const tags = new Set<string>()
  const branch = (key: string) => {
    for (const { id } of lineage(state.structure, Number(key))) tags.add(`category:${id}`)
  }
  const categories = topics.get('category') ?? new Set()
  for (const key of categories) branch(key)
  useStructure(state, rows)
  for (const key of categories) {
    tags.add(`category:${key}`)
    branch(key)
  }
  for (const key of topics.get('brand') ?? []) tags.add(`brand:${key}`)
  for (const key of topics.get('tag') ?? []) tags.add(`tag:${key}`)
  if (categories.size > 0 || topics.has('attribute') || topics.has('synonym')) tags.add('catalogue')
  return tags
}

/** Products whose listings, facets, search words or sale depend on the changes of the small tables. */
async function productsTouched(old: StructureRows, fresh: StructureRows, query: Query): Promise<number[]> {
  const categories = changedKeys(old.categories, fresh.categories, (row) => row.id, categoryMarks)
  const mayWithhold = (await withholdingStores(query)).length > 0
  const brands = changedKeys(
    old.brands,
    fresh.brands,
    (row) => row.id,
    // Products of a brand without a responsible person are withheld.
    (row) => [row.name, row.slug, mayWithhold && row.manufacturer],
  )
  const attributes = changedKeys(
    old.attributes,
    fresh.attributes,
    (row) => row.code,
    (row) => [row.facet, row.kind, row.unit, row.values, row.isHidden],
  )
  if (categories.length + brands.length + attributes.length === 0) return []
  const rows = await query<{ id: number }>(
    `with recursive branch as (
       select unnest($1::int[]) as id union select c.id from category c join branch b on c.parent_id = b.id
     )
     select product_id as id from product_category where category_id in (select id from branch)
     union select id from product where brand_id = any($2::int[]) or attributes ?| $3::text[]
     union select object_id::int from custom_field_value
       where object = 'product' and 'field.' || field = any($3::text[])`,
    [categories, brands, attributes],
  )
  return rows.map((row) => row.id)
}

function categoryMarks(row: CategoryRow): unknown[] {
  return [row.parent, Object.entries(row.texts).map(([store, text]) => [store, text.name])]
}

/**
 * Keys of rows that are new or differ in the fields that `marks` selects. A new row matters too: products may have values
 * of an attribute that is defined after them.
 */
function changedKeys<Row, Key>(
  old: Row[],
  fresh: Row[],
  keyOf: (row: Row) => Key,
  marks: (row: Row) => unknown[],
): Key[] {
  const before = new Map(old.map((row) => [keyOf(row), JSON.stringify(marks(row))]))
  return fresh.flatMap((row) => (before.get(keyOf(row)) === JSON.stringify(marks(row)) ? [] : [keyOf(row)]))
}
