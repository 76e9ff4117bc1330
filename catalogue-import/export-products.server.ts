/**
 * Exports the catalogue: as a feed of one store for Merchant Center, Meta or a price comparison service, or completely as
 * NDJSON. It reads one snapshot of the database and streams; two exports of the same catalogue are byte-identical.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import { valueInStore, type CustomField } from '../domain/custom-fields/custom-field.ts'
import { listFields } from '../domain/custom-fields/field-repository.server.ts'
import { storeCodes, stores, type StoreCode } from '../domain/stores/stores.ts'
import { feedCellsOf, headerOf, feedLineOf, type FeedContext } from './export-feed.server.ts'
import type { FeedForm, LeftOutReason } from '../domain/seo/product-feeds.ts'
import type { ReadOffers, ShopOffer } from '../domain/seo/shop-offers.server.ts'
import type { ComparisonLine, ComparisonOffer } from './comparison-offer.ts'
import { idealoHeader, idealoLineOf } from './export-idealo.ts'
import { kelkooHeader, kelkooLineOf } from './export-kelkoo.ts'
import { merchantCells, merchantColumns } from './export-merchant.ts'
import { metaHeader, metaLineOf } from './export-meta.ts'
import { priceRunnerHeader, priceRunnerLineOf } from './export-pricerunner.ts'
import { feedColumns, type FeedColumn } from './feed-row.ts'
import { seoColumns } from './seo-texts.ts'
import { feedDetails } from './feed-details.server.ts'
import type { Sku } from '../domain/products/sku.ts'
import { productTypes } from '../domain/catalogue/product-type.ts'
import { recordWithFields } from './export-record.server.ts'
import { exportedContent, exportedReferences } from './export-references.server.ts'
import { exportedProducts, type ExportedProduct } from './export-state.server.ts'
import { cellOfValue, fieldColumn } from './field-cells.ts'
import { harmlessCell } from './formula-cell.ts'
import { enclosed } from './tsv-fields.ts'
import { soldStock } from './sold-stock.server.ts'
import { takenBackIn } from './taken-back.server.ts'
import { loadCategories, namePaths } from './write-categories.server.ts'
import { noProductId } from '../domain/products/product-id.ts'

export type ExportOptions =
  /** To be imported again. */
  | {
      format: 'tsv'
      store: StoreCode
      /** Full address of a product page, for the `link` column. */
      productLink: (slug: string) => string
    }
  | PublicFeedOptions
  /** `store` limits the export to one store. */
  | { format: 'ndjson'; store?: StoreCode | undefined }

/** A feed for others: pictures and stock as the shop shows them. */
export interface PublicFeedOptions {
  format: FeedForm
  store: StoreCode
  /** Full address of a product page. */
  productLink: (slug: string) => string
  /** Full address of a picture of the shop, see FeedContext. */
  pictureLink: (source: string) => string
  /** What the pages of products say of price, stock and delivery. */
  offers: ReadOffers
  /** Called for a product that the feed leaves out. */
  onLeftOut?: (sku: Sku, reason: LeftOutReason) => void
}

/** The lines of an export, each with its line end, starting with the header if the format has one. */
export const exportProducts = (db: Kysely<DB>, options: ExportOptions): AsyncGenerator<string> =>
  inSnapshot(db, (snapshot) =>
    options.format === 'ndjson'
      ? recordLines(snapshot, options.store ? [options.store] : storeCodes)
      : options.format === 'tsv'
        ? storedLines(snapshot, options)
        : publicLines(snapshot, options),
  )

/** What `read` finds in one snapshot of the database, however slow the consumer is. */
export async function* inSnapshot<Found>(
  db: Kysely<DB>,
  read: (snapshot: Kysely<DB>) => AsyncIterable<Found>,
): AsyncGenerator<Found> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    // The consumer of the lines may be slow.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    yield* read(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

/** The feed that an import reads: figures, links of pictures and the shop's own fields as they are stored. */
async function* storedLines(
  db: Kysely<DB>,
  { store, productLink }: Extract<ExportOptions, { format: 'tsv' }>,
): AsyncGenerator<string> {
  const fields = await exportedFields(db)
  yield fields.reduce((header, { key }) => withColumn(header, fieldColumn(key)), headerOf(feedColumns))
  const context = await feedContext(db, { store, productLink })
  // An import of the file would bring them back.
  const gone = await takenBackIn(db, store)
  for await (const product of exportedProducts(db, [store])) {
    if (gone.has(idOf(product))) continue
    const line = feedLineOf(product, context)
    if (line === null) continue
    yield fields.reduce(
      (before, field) =>
        withColumn(
          before,
          enclosed(
            harmlessCell(cellOfValue(valueInStore(field, product.fieldValues[field.key] ?? {}, store))),
          ),
        ),
      line,
    )
  }
}

async function feedContext(
  db: Kysely<DB>,
  { store, ...links }: Pick<FeedContext, 'productLink' | 'pictureLink'> & { store: StoreCode },
): Promise<FeedContext> {
  const categoryNames = new Map<string, string>()
  for (const [path, code] of namePaths(await loadCategories(db))) {
    if (path.startsWith(`${store}:`)) categoryNames.set(code, path.slice(store.length + 1))
  }
  return { store: stores[store], categoryNames, ...links }
}

const notPublic: readonly FeedColumn[] = [
  ...seoColumns,
  'image_alt_text',
  'additional_image_alt_text',
  'further_categories',
]

/** The columns of an import that the public feed has. */
const publicColumns = feedColumns.filter((column) => !notPublic.includes(column))

/** What a line of a public feed is made of. */
interface PublicProduct {
  product: ExportedProduct
  values: Record<FeedColumn, string>
  /** Null: the store does not show it yet. */
  offer: ShopOffer | null
  wordOf: ComparisonOffer['wordOf']
}

async function* publicLines(
  db: Kysely<DB>,
  { format, store: code, productLink, pictureLink, offers, onLeftOut }: PublicFeedOptions,
): AsyncGenerator<string> {
  const store = stores[code]
  const details = format === 'merchant' ? await feedDetails(db, code) : null
  const context = await feedContext(db, { store: code, productLink, pictureLink })
  const words = await attributeWords(db, code)
  const sold = await soldStock(db, code)
  yield {
    merchant: merchantColumns.reduce(withColumn, headerOf(publicColumns)),
    meta: metaHeader,
    idealo: idealoHeader(store),
    kelkoo: kelkooHeader,
    pricerunner: priceRunnerHeader,
  }[format]
  const lineOf = ({ product, values, offer, wordOf }: PublicProduct): ComparisonLine => {
    if (format === 'merchant') {
      const own = merchantCells({ product, offer, store, details: details?.get(idOf(product)) ?? '' })
      const line = `${publicColumns.map((column) => enclosed(values[column])).join('\t')}\n`
      return own.reduce((before, cell) => withColumn(before, enclosed(cell)), line)
    }
    if (format === 'meta')
      return metaLineOf({ values, parentSku: product.parentSku, wordOf }, store) ?? { leftOut: 'no_picture' }
    if (offer === null) return { leftOut: 'not_shown' }
    const parts = { values, offer, store, wordOf }
    if (format === 'idealo') return idealoLineOf(parts)
    return format === 'kelkoo' ? kelkooLineOf(parts) : priceRunnerLineOf(parts)
  }
  for await (const products of inGroups(exportedProducts(db, [code]), offersAtATime)) {
    const found = offers(
      code,
      products.map(({ sku }) => sku as Sku),
    )
    for (const product of products) {
      const stock = sold.get(idOf(product))
      if (stock) product.state.stock = [stock]
      const values = feedCellsOf(product, context)
      if (values === null) {
        if (product.isParent) continue
        const isGiftCard = product.state.product?.type === productTypes.GiftCard
        onLeftOut?.(product.sku as Sku, isGiftCard ? 'gift_card' : 'no_price')
        continue
      }
      const offer = found.get(product.sku) ?? null
      const line = lineOf({ product, values, offer, wordOf: wordReader(product, words) })
      if (typeof line === 'string') yield line
      else onLeftOut?.(product.sku as Sku, line.leftOut)
    }
  }
}

/** Products whose pages are read together. */
const offersAtATime = 200

async function* inGroups<Item>(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let group: Item[] = []
  for await (const item of items) {
    group.push(item)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

const idOf = ({ state }: ExportedProduct) => state.id ?? noProductId

/** Those that are in use. */
const exportedFields = async (db: Kysely<DB>): Promise<CustomField[]> =>
  (await listFields(db, 'product')).filter(({ isArchived }) => !isArchived)

/** The line with a cell after its last one. */
const withColumn = (line: string, cell: string): string => `${line.slice(0, -1)}\t${cell}\n`

/** `color red` → what the store calls the value. */
async function attributeWords(db: Kysely<DB>, store: StoreCode): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ attribute: string; code: string; word: string }>`
    select attribute_code as attribute, code, names ->> ${store} as word from attribute_value
    where names ->> ${store} <> ''`.execute(db)
  return new Map(rows.map(({ attribute, code, word }) => [`${attribute} ${code}`, word]))
}

/** What the store calls a product's values of attributes. */
function wordReader(product: ExportedProduct, words: ReadonlyMap<string, string>): ComparisonOffer['wordOf'] {
  const attributes = (product.state.product?.attributes ?? {}) as Record<string, unknown>
  return (code) => {
    const value = attributes[code]
    return typeof value === 'string' ? (words.get(`${code} ${value}`) ?? value) : ''
  }
}

async function* recordLines(db: Kysely<DB>, chosen: readonly StoreCode[]): AsyncGenerator<string> {
  for await (const record of exportedReferences(db, chosen)) yield `${JSON.stringify(record)}\n`
  for await (const product of exportedProducts(db, chosen))
    yield `${JSON.stringify(recordWithFields(product, chosen))}\n`
  for await (const record of exportedContent(db, chosen)) yield `${JSON.stringify(record)}\n`
}
