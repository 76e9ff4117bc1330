/** Writes content and offers: pages, blocks, deals, search hints. */
import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type {
  ContentPageRecord,
  DealRecord,
  SearchHintRecord,
  SearchSynonymRecord,
  WidgetRecord,
} from '../domain/catalogue/catalogue-record.ts'
import {
  contentPageTable,
  dealTable,
  searchHintTable,
  searchSynonymTable,
  widgetTable,
} from './catalogue-tables.server.ts'
import { loadRows, recordset, sameRow, saveRows, type Row, type Table } from './table-rows.server.ts'
import { resolveIds, type Outcome, type WriteContext } from './write-context.server.ts'
import { readMerchantDate, type DateEdge } from '../domain/stores/merchant-date.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'

export type ContentRecord =
  | ContentPageRecord
  | WidgetRecord
  | DealRecord
  | SearchHintRecord
  | SearchSynonymRecord

/** Content of one kind. Records of other stores than the chosen ones are skipped. */
export async function writeContent(
  db: Kysely<DB>,
  records: readonly ContentRecord[],
  context: WriteContext,
): Promise<Outcome[]> {
  const skus = records.flatMap((record) => (record.record === 'deal' ? [record.sku] : []))
  const products = await resolveIds(db, 'product', skus, context)
  const outcomes: Outcome[] = []
  const changed = new Map<Table, Row[]>()
  const existing = await existingRows(db, records, products)
  for (const record of records) {
    if (!context.stores.includes(record.store)) {
      outcomes.push('skipped')
      continue
    }
    if (record.record === 'deal' && !products.has(record.sku)) {
      outcomes.push({ refused: { code: 'unknown_sku', column: 'sku', value: record.sku } })
      continue
    }
    const { table, row } = rowOf(record, products)
    const key = keyOf(table, row)
    const former = existing.get(key)
    outcomes.push(former ? (sameRow(table, former, row) ? 'unchanged' : 'changed') : 'created')
    if (outcomes.at(-1) === 'unchanged') continue
    existing.set(key, row)
    changed.set(table, [...(changed.get(table) ?? []), row])
  }
  if (context.dryRun) return outcomes
  for (const [table, rows] of changed) {
    if (table === contentPageTable) await savePages(db, rows)
    else await saveRows(db, table, { upsert: rows, remove: [] })
  }
  return outcomes
}

function rowOf(record: ContentRecord, products: ReadonlyMap<string, number>): { table: Table; row: Row } {
  switch (record.record) {
    case 'content_page': {
      const { store, path, title, body, published } = record
      return { table: contentPageTable, row: { store, path, title, body, published } }
    }
    case 'widget': {
      const { store, slug, content, hidden } = record
      return { table: widgetTable, row: { store, slug, content, hidden } }
    }
    case 'search_hint': {
      const { store, triggers, hint, url, urlTitle, redirect } = record
      return { table: searchHintTable, row: { store, triggers, hint, url, url_title: urlTitle, redirect } }
    }
    case 'search_synonym': {
      const { store, term, means, bothWays } = record
      return { table: searchSynonymTable, row: { store, term, means, both_ways: bothWays } }
    }
    case 'deal': {
      const row = {
        store: record.store,
        title: record.title,
        product_id: products.get(record.sku),
        discount_percent: record.discount,
        starts_at: momentOf(record.startsAt, record.store, 'start'),
        expires_at: momentOf(record.expiresAt, record.store, 'end'),
      }
      return { table: dealTable, row }
    }
  }
}

/** The record schema has validated the date. */
function momentOf(text: string, store: StoreCode, edge: DateEdge): string {
  return new Date(readMerchantDate(text, stores[store].timeZone, edge) ?? Number.NaN).toISOString()
}

function keyOf(table: Table, row: Row): string {
  const parts = table.key.map((name) => {
    const value = row[name]
    return table.columns[name] === 'timestamptz'
      ? new Date(value as string | Date).toISOString()
      : String(value)
  })
  return [table.name, ...parts].join('\u0000')
}

async function existingRows(
  db: Kysely<DB>,
  records: readonly ContentRecord[],
  products: ReadonlyMap<string, number>,
): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>()
  const load = async (table: Table, column: string, values: (string | number)[]) => {
    for (const row of await loadRows(db, table, column, values)) rows.set(keyOf(table, row), row)
  }
  await load(
    contentPageTable,
    'path',
    records.flatMap((record) => (record.record === 'content_page' ? record.path : [])),
  )
  await load(
    widgetTable,
    'slug',
    records.flatMap((record) => (record.record === 'widget' ? record.slug : [])),
  )
  await load(
    searchHintTable,
    'hint',
    records.flatMap((record) => (record.record === 'search_hint' ? record.hint : [])),
  )
  await load(
    searchSynonymTable,
    'term',
    records.flatMap((record) => (record.record === 'search_synonym' ? record.term : [])),
  )
  await load(dealTable, 'product_id', [...products.values()])
  return rows
}

/** A new page gets an unguessable preview key; an existing one keeps its own. */
async function savePages(db: Kysely<DB>, rows: readonly Row[]): Promise<void> {
  const table = { columns: { ...contentPageTable.columns, preview_key: 'text' } } satisfies Pick<
    Table,
    'columns'
  >
  const keyed = rows.map((row) => ({ ...row, preview_key: randomBytes(16).toString('base64url') }))
  await sql`insert into content_page (store, path, title, body, published, preview_key)
    select store, path, title, body, published, preview_key from ${recordset(table, keyed)}
    on conflict (store, path) do update set title = excluded.title, body = excluded.body,
      published = excluded.published, updated_at = now()`.execute(db)
}
