/**
 * Writes the objects that products refer to: attributes, brands and tags. It adds and changes; it never
 * removes a value or a store's text that the record does not contain, so that one store's file cannot affect
 * another store.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type {
  AttributeRecord,
  BrandRecord,
  PerStore,
  TagRecord,
} from '../domain/catalogue/catalogue-record.ts'
import { attributeTable, attributeValueTable, brandTable, tagTextTable } from './catalogue-tables.server.ts'
import { differenceOf, loadRows, saveRows, type Table } from './table-rows.server.ts'
import { inventId, type CodedTable, type Outcome, type WriteContext } from './write-context.server.ts'

/** Attributes with their values. */
export async function writeAttributes(
  db: Kysely<DB>,
  records: readonly AttributeRecord[],
  context: WriteContext,
): Promise<Outcome[]> {
  const codes = records.map((record) => record.code)
  const existing = await loadRows(db, attributeTable, 'code', codes)
  const existingValues = await loadRows(db, attributeValueTable, 'attribute_code', codes)
  const before = new Map(existing.map((row) => [row.code, row]))
  const valuesBefore = new Map(existingValues.map((row) => [`${row.attribute_code}/${row.code}`, row]))
  const rows = records.map((record) => ({
    code: record.code,
    kind: record.kind,
    unit: record.unit ?? null,
    facet: record.facet,
    position: record.position,
    names: merged(before.get(record.code)?.names, record.names, context),
  }))
  const values = records.flatMap((record) =>
    (record.values ?? []).map((value, position) => ({
      attribute_code: record.code,
      code: value.code,
      position,
      names: merged(valuesBefore.get(`${record.code}/${value.code}`)?.names, value.names, context),
    })),
  )
  const changed = await writeChanges(db, context, { table: attributeTable, existing, rows, owner: 'code' })
  const changedByValue = await writeChanges(db, context, {
    table: attributeValueTable,
    existing: existingValues,
    rows: values,
    owner: 'attribute_code',
  })
  return codes.map((code) => outcomeOf(before.has(code), changed.has(code) || changedByValue.has(code)))
}

/** Texts of the selected stores merged over the stored ones. */
export function merged<T>(
  existing: PerStore<T> | undefined,
  given: PerStore<T> | undefined,
  context: WriteContext,
): PerStore<T> {
  const result: PerStore<T> = { ...existing }
  for (const store of context.stores) {
    const text = given?.[store]
    if (text !== undefined) result[store] = text
  }
  return result
}

/** Brands by slug. */
export async function writeBrands(
  db: Kysely<DB>,
  records: readonly BrandRecord[],
  context: WriteContext,
): Promise<Outcome[]> {
  const slugs = records.map((record) => record.slug)
  const existing = await loadRows(db, brandTable, 'slug', slugs)
  const before = new Map(existing.map((row) => [row.slug, row]))
  const rows = records.map((record) => ({
    slug: record.slug,
    name: record.name,
    manufacturer: record.manufacturer ?? before.get(record.slug)?.manufacturer ?? null,
  }))
  const changed = await writeChanges(db, context, { table: brandTable, existing, rows, owner: 'slug' })
  inventIds(
    context,
    'brand',
    slugs.filter((slug) => !before.has(slug)),
  )
  return slugs.map((slug) => outcomeOf(before.has(slug), changed.has(slug)))
}

/** Tags with their texts in the chosen stores. */
export async function writeTags(
  db: Kysely<DB>,
  records: readonly TagRecord[],
  context: WriteContext,
): Promise<Outcome[]> {
  const ids = await ensureCodes(
    db,
    'tag',
    records.map((record) => record.code),
    context,
  )
  const existing = await loadRows(
    db,
    tagTextTable,
    'tag_id',
    [...ids.values()].map(({ id }) => id),
  )
  const rows = records.flatMap((record) =>
    context.stores.flatMap((store) => {
      const text = record.texts[store]
      const id = ids.get(record.code)?.id
      return text && id !== undefined ? [{ tag_id: id, store, name: text.name, slug: text.slug }] : []
    }),
  )
  const changed = await writeChanges(db, context, { table: tagTextTable, existing, rows, owner: 'tag_id' })
  return records.map(({ code }) => {
    const found = ids.get(code)
    return outcomeOf(found?.existed === true, found !== undefined && changed.has(found.id))
  })
}

/** Ids of codes in a table with identity, inserting missing codes without other values. */
export async function ensureCodes(
  db: Kysely<DB>,
  name: 'tag' | 'category',
  codes: readonly string[],
  context: WriteContext,
): Promise<Map<string, { id: number; existed: boolean }>> {
  const found = await sql<{ id: number; code: string }>`
    select id, code from ${sql.table(name)} where code = any(${codes})`.execute(db)
  const ids = new Map(found.rows.map(({ id, code }) => [code, { id, existed: true }]))
  const missing = [...new Set(codes)].filter((code) => !ids.has(code))
  if (missing.length === 0) return ids
  const created = context.dryRun
    ? inventIds(context, name, missing)
    : (
        await sql<{ id: number; code: string }>`insert into ${sql.table(name)} (code)
        select code from unnest(${missing}::text[]) as r (code) returning id, code`.execute(db)
      ).rows
  for (const { id, code } of created) ids.set(code, { id, existed: false })
  return ids
}

function inventIds(context: WriteContext, table: CodedTable, codes: readonly string[]) {
  if (!context.dryRun) return []
  return codes.map((code) => {
    const id = context.inventedIds.get(`${table}:${code}`) ?? inventId(context, table, code)
    return { id, code }
  })
}

/** Writes new and changed rows and returns the affected owners. Rows that are not mentioned stay. */
async function writeChanges<Row extends object, Owner extends keyof Row>(
  db: Kysely<DB>,
  context: WriteContext,
  {
    table,
    existing,
    rows,
    owner,
  }: {
    table: Table<Row>
    existing: readonly NoInfer<Row>[]
    rows: readonly NoInfer<Row>[]
    /** Column that refers to the owner of the row. */
    owner: Owner
  },
): Promise<Set<Row[Owner]>> {
  const { upsert } = differenceOf(table, existing, rows)
  if (!context.dryRun) await saveRows(db, table, { upsert, remove: [] })
  return new Set(upsert.map((row) => row[owner]))
}

/** The outcome of a record. */
export function outcomeOf(existed: boolean, changed: boolean): Outcome {
  if (!existed) return 'created'
  return changed ? 'changed' : 'unchanged'
}
