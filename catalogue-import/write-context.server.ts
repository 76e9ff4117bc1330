/** Shared state of all writers of one import. A dry run computes everything and writes nothing. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { CatalogueRow } from './catalogue-rows.ts'
import { skuKey, type Sku } from '../domain/products/sku.ts'
import { knownSpellings } from './known-skus.server.ts'
import type { RowProblem } from './row-report.ts'
import { type ProductId, toProductId } from '../domain/products/product-id.ts'

export interface WriteContext {
  actor: Actor
  /** Sections of other stores stay unchanged. */
  stores: readonly StoreCode[]
  dryRun: boolean
  /** Time of counting for stock quantities without their own, ISO text with microseconds; null: `heldAt`. */
  countedAt: string | null
  /** Since when counted quantities without any time hold, ISO text; absent: since they are written. */
  heldAt?: string | undefined
  /** Digest of the file: identifies its relative stock changes if no time of counting is known. */
  fileDigest: string
  /** Whether changes are compared field by field. */
  wantsChanges: boolean
  /** A record is all that a product had: what it does not say, in any store, is taken away. */
  isRestoration?: boolean
  /** In a dry run, ids of objects it would have created, below zero: `brand:voltara` → -17. */
  inventedIds: Map<string, number>
  /** Keeps what the import changes; absent: nothing is kept. */
  recorder?: ImportRecorder | undefined
  /** The former address of the last row: rows of one product follow each other, also over the end of a batch. */
  lastFormerPath?: string | undefined
}

/** Keeps the products that an import changes as they were before and after, so that it can be taken back. */
export interface ImportRecorder {
  /** The job that imports. */
  job: number
  /** Why the import is made, for the audit. */
  reason: string
  /** What an earlier run has done with this row, which is not written again; null: nothing. */
  doneBefore(row: number): 'created' | 'changed' | null
  /** Runs the write of rows in its transaction, and keeps what it has changed there. */
  around<Answer extends { outcomes: ReadonlyMap<CatalogueRow, Outcome> }>(
    trx: Kysely<DB>,
    rows: readonly CatalogueRow[],
    write: () => Promise<Answer>,
  ): Promise<Answer>
  /** Counts redirects that the import has made, in their transaction. */
  countRedirects(trx: Kysely<DB>, made: number): Promise<void>
  /**
   * Runs a write after all rows in its transaction, and keeps what it has changed of these products; `row` is null for
   * one that no row names. `lastRow`: the number of the last row of the file.
   */
  aroundLater(
    trx: Kysely<DB>,
    later: { products: readonly { sku: Sku; row: number | null }[]; lastRow: number },
    write: () => Promise<void>,
  ): Promise<void>
}

/** `created` or `changed` depends on whether the object was in the catalogue, or in the store, before. */
export type Outcome = 'created' | 'changed' | 'unchanged' | 'skipped' | { refused: RowProblem }

export type CodedTable = 'brand' | 'tag' | 'category' | 'product'

/** Ids of those codes that exist. */
export async function resolveIds(
  db: Kysely<DB>,
  table: Exclude<CodedTable, 'product'>,
  codes: Iterable<string>,
  context: WriteContext,
): Promise<Map<string, number>> {
  const wanted = [...new Set(codes)]
  const ids = new Map<string, number>()
  if (wanted.length === 0) return ids
  const statement =
    table === 'brand'
      ? sql<{ id: number; code: string }>`select id, slug as code from brand where slug = any(${wanted})`
      : sql<{
          id: number
          code: string
        }>`select id, code from ${sql.table(table)} where code = any(${wanted})`
  const found = await statement.execute(db)
  for (const { id, code } of found.rows) ids.set(code, id)
  return withInvented(ids, table, wanted, context)
}

/** Ids of the products with those skus, in any spelling that names one product only. */
export async function resolveProductIds(
  db: Kysely<DB>,
  skus: Iterable<string>,
  context: WriteContext,
): Promise<Map<string, ProductId>> {
  const wanted = [...new Set(skus)]
  const ids = new Map<string, ProductId>()
  if (wanted.length === 0) return ids
  const known = await knownSpellings(db, wanted)
  for (const wantedSku of wanted) {
    const found = known.get(skuKey(wantedSku)) ?? []
    const one = found.find(({ sku }) => sku === wantedSku) ?? (found.length === 1 ? found[0] : undefined)
    if (one) ids.set(wantedSku, one.id)
  }
  const all = withInvented(ids, 'product', wanted, context)
  return new Map([...all].map(([sku, id]) => [sku, toProductId(id)]))
}

/** In a dry run including the ids of objects that the run itself would have created. */
function withInvented(
  ids: ReadonlyMap<string, number>,
  table: CodedTable,
  wanted: readonly string[],
  context: WriteContext,
): Map<string, number> {
  const all = new Map(ids)
  for (const code of context.dryRun ? wanted : []) {
    const invented = context.inventedIds.get(`${table}:${code}`)
    if (invented !== undefined && !all.has(code)) all.set(code, invented)
  }
  return all
}

/** An id for an object that a dry run does not create. */
export function inventId(context: WriteContext, table: CodedTable, code: string): number {
  const id = -1 - context.inventedIds.size
  context.inventedIds.set(`${table}:${code}`, id)
  return id
}
