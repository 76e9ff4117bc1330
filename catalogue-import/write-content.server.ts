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
  keyedPageTable,
  searchHintTable,
  searchSynonymTable,
  widgetTable,
  type ContentPageRow,
} from './catalogue-tables.server.ts'
import { columnList, keyOf, loadRows, recordset, sameRow, saveRows, type Table } from './table-rows.server.ts'
import type { RowProblem } from './row-report.ts'
import { resolveProductIds, type Outcome, type WriteContext } from './write-context.server.ts'
import { readMerchantDate, type DateEdge } from '../domain/stores/merchant-date.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'

export type ContentRecord =
  | ContentPageRecord
  | WidgetRecord
  | DealRecord
  | SearchHintRecord
  | SearchSynonymRecord

/** How records of one kind are stored. */
interface Kind<Of, Row extends object> {
  table: Table<Row>
  /** The row, or the reason why there is none. */
  rowOf: (record: Of) => Row | { refused: RowProblem }
  /** A column that finds the rows with the keys of the records, and its values. */
  column: keyof Row & string
  valueOf: (record: Of) => (string | number)[] | string | number
  save?: (db: Kysely<DB>, rows: readonly Row[]) => Promise<void>
}

/** Content, kind by kind. Records of other stores than the chosen ones are skipped. */
export async function writeContent(
  db: Kysely<DB>,
  records: readonly ContentRecord[],
  context: WriteContext,
): Promise<Outcome[]> {
  const skus = records.flatMap((record) => (record.record === 'deal' ? [record.sku] : []))
  const products = await resolveProductIds(db, skus, context)
  const outcomes = new Map<ContentRecord, Outcome>()
  const write = async <Name extends ContentRecord['record'], Row extends object>(
    name: Name,
    kind: Kind<Extract<ContentRecord, { record: Name }>, Row>,
  ) => {
    const own = records.filter(
      (record): record is Extract<ContentRecord, { record: Name }> => record.record === name,
    )
    await writeKind(db, own, kind, context, outcomes)
  }
  await write('content_page', {
    table: contentPageTable,
    rowOf: ({ store, path, title, body, published }) => ({ store, path, title, body, published }),
    column: 'path',
    valueOf: ({ path }) => path,
    save: savePages,
  })
  await write('widget', {
    table: widgetTable,
    rowOf: ({ store, slug, content, hidden }) => ({ store, slug, content, hidden }),
    column: 'slug',
    valueOf: ({ slug }) => slug,
  })
  await write('search_hint', {
    table: searchHintTable,
    rowOf: ({ store, triggers, hint, url, urlTitle, redirect }) => ({
      store,
      triggers,
      hint,
      url,
      url_title: urlTitle,
      redirect,
    }),
    column: 'hint',
    valueOf: ({ hint }) => hint,
  })
  await write('search_synonym', {
    table: searchSynonymTable,
    rowOf: ({ store, term, means, bothWays }) => ({ store, term, means, both_ways: bothWays }),
    column: 'term',
    valueOf: ({ term }) => term,
  })
  await write('deal', {
    table: dealTable,
    rowOf: (record) => {
      const productId = products.get(record.sku)
      if (productId === undefined)
        return { refused: { code: 'unknown_sku', column: 'sku', value: record.sku } }
      return {
        store: record.store,
        title: record.title,
        product_id: productId,
        discount_percent: record.discount,
        starts_at: momentOf(record.startsAt, record.store, 'start'),
        expires_at: momentOf(record.expiresAt, record.store, 'end'),
      }
    },
    column: 'product_id',
    valueOf: ({ sku }) => products.get(sku) ?? [],
  })
  return records.map((record) => outcomes.get(record) ?? 'skipped')
}

async function writeKind<Of extends ContentRecord, Row extends object>(
  db: Kysely<DB>,
  records: readonly Of[],
  { table, rowOf, column, valueOf, save }: Kind<Of, Row>,
  context: WriteContext,
  outcomes: Map<ContentRecord, Outcome>,
): Promise<void> {
  const stored = await loadRows(db, table, column, records.flatMap(valueOf))
  const rows = new Map(stored.map((row) => [keyOf(table, row), row]))
  const changed: Row[] = []
  for (const record of records) {
    if (!context.stores.includes(record.store)) continue
    const row = rowOf(record)
    if ('refused' in row) {
      outcomes.set(record, row)
      continue
    }
    const key = keyOf(table, row)
    const former = rows.get(key)
    const isSame = former !== undefined && sameRow(table, former, row)
    outcomes.set(record, isSame ? 'unchanged' : former ? 'changed' : 'created')
    if (isSame) continue
    rows.set(key, row)
    changed.push(row)
  }
  if (context.dryRun || changed.length === 0) return
  if (save) await save(db, changed)
  else await saveRows(db, table, { upsert: changed, remove: [] })
}

/** The record schema has validated the date. */
function momentOf(text: string, store: StoreCode, edge: DateEdge): string {
  return new Date(readMerchantDate(text, stores[store].timeZone, edge) ?? Number.NaN).toISOString()
}

/** A new page gets an unguessable preview key; an existing one keeps its own. */
async function savePages(db: Kysely<DB>, rows: readonly ContentPageRow[]): Promise<void> {
  const keyed = rows.map((row) => ({ ...row, preview_key: randomBytes(16).toString('base64url') }))
  await sql`insert into content_page (${columnList(keyedPageTable)})
    select ${columnList(keyedPageTable)} from ${recordset(keyedPageTable, keyed)}
    on conflict (store, path) do update set title = excluded.title, body = excluded.body,
      published = excluded.published, updated_at = now()`.execute(db)
}
