/**
 * Exports the catalogue: as a Merchant Center feed of one store, or completely as NDJSON. It reads one
 * snapshot of the database and streams; two exports of the same catalogue are byte-identical.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import { feedHeader, feedLineOf, type FeedContext } from './export-feed.server.ts'
import { recordOf } from './export-record.server.ts'
import { exportedContent, exportedReferences } from './export-references.server.ts'
import { exportedProducts } from './export-state.server.ts'
import { soldStock } from './sold-stock.server.ts'
import { loadCategories, namePaths } from './write-categories.server.ts'
import { noProductId } from '../domain/products/product-id.ts'

export type ExportOptions =
  | {
      format: 'tsv'
      store: StoreCode
      /** Full address of a product page, for the `link` column. */
      productLink: (slug: string) => string
      /** Full address of a picture of the shop, see FeedContext. */
      pictureLink?: (source: string) => string
    }
  /** `store` limits the export to one store. */
  | { format: 'ndjson'; store?: StoreCode | undefined }

/** The lines of an export, each with its line end, starting with the header if the format has one. */
export async function* exportProducts(db: Kysely<DB>, options: ExportOptions): AsyncGenerator<string> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    // The consumer of the lines may be slow.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    if (options.format === 'tsv') yield* feedLines(transaction, options)
    else yield* recordLines(transaction, options.store ? [options.store] : storeCodes)
  } finally {
    await transaction.rollback().execute()
  }
}

async function* feedLines(
  db: Kysely<DB>,
  { store, productLink, pictureLink }: Extract<ExportOptions, { format: 'tsv' }>,
): AsyncGenerator<string> {
  yield feedHeader
  const categoryNames = new Map<string, string>()
  for (const [path, code] of namePaths(await loadCategories(db))) {
    if (path.startsWith(`${store}:`)) categoryNames.set(code, path.slice(store.length + 1))
  }
  const context: FeedContext = { store: stores[store], categoryNames, productLink, pictureLink }
  // What is imported again keeps the figures as they are stored.
  const sold = pictureLink === undefined ? null : await soldStock(db, store)
  for await (const product of exportedProducts(db, [store])) {
    const stock = sold?.get(product.state.id ?? noProductId)
    if (stock) product.state.stock = [stock]
    const line = feedLineOf(product, context)
    if (line !== null) yield line
  }
}

async function* recordLines(db: Kysely<DB>, chosen: readonly StoreCode[]): AsyncGenerator<string> {
  for await (const record of exportedReferences(db, chosen)) yield `${JSON.stringify(record)}\n`
  for await (const product of exportedProducts(db, chosen)) yield `${JSON.stringify(recordOf(product))}\n`
  for await (const record of exportedContent(db, chosen)) yield `${JSON.stringify(record)}\n`
}
