/**
 * Writes the category tree. A path is the chain of slugs in one store and is computed only here: when a
 * category's slug or parent changes, all paths below it are updated.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import type { CategoryRecord } from '../domain/catalogue/catalogue-record.ts'
import { categoryTable, categoryTextTable, type CategoryTextRow } from './catalogue-tables.server.ts'
import { columnList, differenceOf, saveRows, updateRows, type RowOf } from './table-rows.server.ts'
import type { Outcome, WriteContext } from './write-context.server.ts'
import { ensureCodes, outcomeOf } from './write-references.server.ts'

type CategoryNode = RowOf<typeof categoryTable> & { id: number }

interface CategoryTree {
  nodes: CategoryNode[]
  texts: CategoryTextRow[]
}

/** The current tree. */
export async function loadCategories(db: Kysely<DB>): Promise<CategoryTree> {
  const nodes = await sql<CategoryNode>`select id, ${columnList(categoryTable)} from category`.execute(db)
  const texts =
    await sql<CategoryTextRow>`select ${columnList(categoryTextTable)} from category_text`.execute(db)
  return { nodes: nodes.rows, texts: texts.rows }
}

/** Categories, parents before children. One with an unknown parent or a used address is rejected. */
export async function writeCategories(
  db: Kysely<DB>,
  records: readonly CategoryRecord[],
  context: WriteContext,
): Promise<Outcome[]> {
  const before = await loadCategories(db)
  const known = new Set(before.nodes.map((node) => node.code))
  for (const key of context.inventedIds.keys()) if (key.startsWith('category:')) known.add(key.slice(9))
  const outcomes = new Map<CategoryRecord, Outcome>()
  const accepted = records.filter((record) => {
    if (record.parent !== undefined && (!known.has(record.parent) || record.parent === record.code)) {
      outcomes.set(record, { refused: { code: 'unknown_category', column: 'parent', value: record.parent } })
      return false
    }
    known.add(record.code)
    return true
  })
  const codes = accepted.flatMap((record) => [record.code, ...(record.parent ? [record.parent] : [])])
  const ids = await ensureCodes(db, 'category', codes, context)
  const changed = await saveTree(db, before, accepted, ids, context)
  for (const record of accepted) {
    const found = ids.get(record.code)
    outcomes.set(record, outcomeOf(found?.existed === true, changed.has(record.code)))
  }
  return records.map((record) => outcomes.get(record) ?? 'unchanged')
}

async function saveTree(
  db: Kysely<DB>,
  before: CategoryTree,
  records: readonly CategoryRecord[],
  ids: ReadonlyMap<string, { id: number }>,
  context: WriteContext,
): Promise<Set<string>> {
  const nodes = new Map(before.nodes.map((node) => [node.id, node]))
  const texts = new Map(before.texts.map((text) => [`${text.category_id}/${text.store}`, text]))
  for (const record of records) {
    const id = ids.get(record.code)?.id ?? 0
    nodes.set(id, {
      id,
      code: record.code,
      parent_id: record.parent === undefined ? null : (ids.get(record.parent)?.id ?? null),
      position: record.position,
      icon: record.icon ?? null,
      show_in_menu: record.showInMenu,
    })
    for (const store of context.stores) {
      const text = record.texts[store]
      if (text) texts.set(`${id}/${store}`, { category_id: id, store, ...text, path: '' })
    }
  }
  const placed = [...texts.values()].map((text) => ({ ...text, path: pathOf(text, nodes, texts) }))
  const nodeRows = differenceOf(categoryTable, before.nodes, [...nodes.values()]).upsert
  const textRows = differenceOf(categoryTextTable, before.texts, placed).upsert
  if (!context.dryRun) {
    await updateRows(db, categoryTable, nodeRows)
    await saveRows(db, categoryTextTable, { upsert: textRows, remove: [] })
  }
  const codeOf = (row: CategoryTextRow) => nodes.get(row.category_id)?.code ?? ''
  return new Set([...nodeRows.map((row) => row.code), ...textRows.map(codeOf)])
}

/** Rewrites the addresses after categories have moved. */
export async function recomputePaths(db: Kysely<DB>): Promise<void> {
  const tree = await loadCategories(db)
  const nodes = new Map(tree.nodes.map((node) => [node.id, node]))
  const texts = new Map(tree.texts.map((text) => [`${text.category_id}/${text.store}`, text]))
  const placed = tree.texts.map((text) => ({ ...text, path: pathOf(text, nodes, texts) }))
  const { upsert } = differenceOf(categoryTextTable, tree.texts, placed)
  await saveRows(db, categoryTextTable, { upsert, remove: [] })
}

function pathOf(
  text: CategoryTextRow,
  nodes: ReadonlyMap<number, CategoryNode>,
  texts: ReadonlyMap<string, CategoryTextRow>,
): string {
  const slugs: string[] = []
  const seen = new Set<number>()
  let id: number | null = text.category_id
  while (id !== null && !seen.has(id)) {
    seen.add(id)
    const slug: string | undefined = texts.get(`${id}/${text.store}`)?.slug
    if (slug !== undefined) slugs.unshift(slug)
    id = nodes.get(id)?.parent_id ?? null
  }
  return slugs.join('/')
}

/** Names from the root down in each store, joined by `>`, of every category. */
export function namePaths(tree: CategoryTree): Map<string, string> {
  const nodes = new Map(tree.nodes.map((node) => [node.id, node]))
  const texts = new Map(tree.texts.map((text) => [`${text.category_id}/${text.store}`, text]))
  const paths = new Map<string, string>()
  for (const node of tree.nodes) {
    for (const store of storeCodes) {
      const names: string[] = []
      for (let at: CategoryNode | undefined = node; at; at = nodes.get(at.parent_id ?? 0)) {
        const name = texts.get(`${at.id}/${store}`)?.name
        if (name === undefined || names.length > 50) break
        names.unshift(name)
      }
      if (texts.has(`${node.id}/${store}`)) paths.set(`${store}:${names.join(' > ')}`, node.code)
    }
  }
  return paths
}

/** Those of the categories that have a name in the store, and whether they have one in another store, too. */
export async function namedCategories(
  db: Kysely<DB>,
  store: StoreCode | undefined,
  ids: readonly number[],
): Promise<Map<number, { elsewhere: boolean }>> {
  if (store === undefined || ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; elsewhere: boolean }>`
    select category_id as id, count(*) > 1 as elsewhere from category_text
    where category_id = any(${ids}) group by 1 having bool_or(store = ${store})`.execute(db)
  return new Map(rows.map(({ id, elsewhere }) => [id, { elsewhere }]))
}
