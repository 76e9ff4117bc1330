/**
 * Exports the catalogue: as a feed of one store for Merchant Center or Meta, or completely as NDJSON. It reads one
 * snapshot of the database and streams; two exports of the same catalogue are byte-identical.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import { feedCellsOf, feedHeader, feedLineOf, type FeedContext } from './export-feed.server.ts'
import { metaHeader, metaLineOf } from './export-meta.ts'
import { detailColumn, feedDetails } from './feed-details.server.ts'
import { recordOf } from './export-record.server.ts'
import { exportedContent, exportedReferences } from './export-references.server.ts'
import { exportedProducts, type ExportedProduct } from './export-state.server.ts'
import { enclosed } from './tsv-fields.ts'
import { soldStock } from './sold-stock.server.ts'
import { takenBackIn } from './taken-back.server.ts'
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
  /** The catalogue of Meta: pictures as the shop shows them. */
  | {
      format: 'meta'
      store: StoreCode
      productLink: (slug: string) => string
      pictureLink: (source: string) => string
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
    if (options.format !== 'ndjson') yield* feedLines(transaction, options)
    else yield* recordLines(transaction, options.store ? [options.store] : storeCodes)
  } finally {
    await transaction.rollback().execute()
  }
}

async function* feedLines(
  db: Kysely<DB>,
  { format, store, productLink, ...more }: Extract<ExportOptions, { format: 'tsv' | 'meta' }>,
): AsyncGenerator<string> {
  const { pictureLink } = more
  const details = format === 'tsv' && pictureLink !== undefined ? await feedDetails(db, store) : null
  yield format === 'meta' ? metaHeader : details === null ? feedHeader : withColumn(feedHeader, detailColumn)
  const categoryNames = new Map<string, string>()
  for (const [path, code] of namePaths(await loadCategories(db))) {
    if (path.startsWith(`${store}:`)) categoryNames.set(code, path.slice(store.length + 1))
  }
  const context: FeedContext = { store: stores[store], categoryNames, productLink, pictureLink }
  const words = format === 'meta' ? await attributeWords(db, store) : null
  // What is imported again keeps the figures as they are stored.
  const sold = pictureLink === undefined ? null : await soldStock(db, store)
  // An import of the file would bring them back.
  const gone = pictureLink === undefined ? await takenBackIn(db, store) : null
  for await (const product of exportedProducts(db, [store])) {
    if (gone?.has(product.state.id ?? noProductId)) continue
    const stock = sold?.get(product.state.id ?? noProductId)
    if (stock) product.state.stock = [stock]
    const line = words === null ? feedLineOf(product, context) : metaLine(product, context, words)
    if (line === null) continue
    const own = details?.get(product.state.id ?? noProductId) ?? ''
    yield details === null ? line : withColumn(line, enclosed(own))
  }
}

/** The line with a cell after its last one. */
const withColumn = (line: string, cell: string): string => `${line.slice(0, -1)}\t${cell}\n`

/** `color red` → what the store calls the value. */
async function attributeWords(db: Kysely<DB>, store: StoreCode): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ attribute: string; code: string; word: string }>`
    select attribute_code as attribute, code, names ->> ${store} as word from attribute_value
    where names ->> ${store} <> ''`.execute(db)
  return new Map(rows.map(({ attribute, code, word }) => [`${attribute} ${code}`, word]))
}

function metaLine(
  product: ExportedProduct,
  context: FeedContext,
  words: ReadonlyMap<string, string>,
): string | null {
  const values = feedCellsOf(product, context)
  const attributes = (product.state.product?.attributes ?? {}) as Record<string, unknown>
  const wordOf = (code: string): string => {
    const value = attributes[code]
    return typeof value === 'string' ? (words.get(`${code} ${value}`) ?? value) : ''
  }
  return values && metaLineOf({ values, parentSku: product.parentSku, wordOf }, context.store)
}

async function* recordLines(db: Kysely<DB>, chosen: readonly StoreCode[]): AsyncGenerator<string> {
  for await (const record of exportedReferences(db, chosen)) yield `${JSON.stringify(record)}\n`
  for await (const product of exportedProducts(db, chosen)) yield `${JSON.stringify(recordOf(product))}\n`
  for await (const record of exportedContent(db, chosen)) yield `${JSON.stringify(record)}\n`
}
