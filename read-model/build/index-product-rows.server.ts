/** The plain rows of a product and of its entry in a store, written identically by a build and a refresh. */
import { writeFittings } from '../schema/device-index.server.ts'
import type { IndexDatabase } from '../schema/index-database.server.ts'
import type { IndexedEntry, IndexedProduct } from './index-entries.server.ts'
import { writeDetails } from '../schema/stored-details.server.ts'
import { productOfKey, storeNumber } from '../schema/index-schema.server.ts'

export function writeProductRows(db: IndexDatabase, product: IndexedProduct): void {
  db.run(
    'insert into product (id, sku, variant_of, body) values (?, ?, ?, ?)',
    product.id,
    product.sku,
    product.variantOf,
    writeDetails(product.details),
  )
  for (const code of product.identifiers) {
    db.run('insert into identifier values (?, ?) on conflict do nothing', code, product.id)
  }
  writeFittings(db, product.id, product.details.fits)
  for (const [key, source] of product.pictures) {
    db.run('insert into picture values (?, ?) on conflict do nothing', key, source)
  }
}

/** The entry with its dependent rows; `facets` are ids of facet values. */
export function writeEntryRows(
  db: IndexDatabase,
  entry: IndexedEntry,
  facets: readonly number[],
  nameRank: number,
  doc: number | null,
): void {
  const { key, sort } = entry
  db.run(
    'insert into entry values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    key,
    entry.listed ? 1 : 0,
    sort.relevance,
    sort.priceMinor,
    nameRank,
    JSON.stringify(entry.scopes),
    JSON.stringify(facets),
    doc,
    entry.textHash,
  )
  writeEntryParts(db, entry)
}

/** Card, description, addresses and next boundary. */
export function writeEntryParts(db: IndexDatabase, entry: IndexedEntry): void {
  const { key, sort } = entry
  db.run('insert into card values (?, ?)', key, JSON.stringify(entry.card))
  if (entry.description !== '') db.run('insert into description values (?, ?)', key, entry.description)
  const store = storeNumber[entry.store]
  const product = productOfKey(key)
  for (const slug of entry.formerSlugs) {
    db.run('insert into address values (?, ?, ?, 1) on conflict do nothing', store, slug, product)
  }
  db.run(
    `insert into address values (?, ?, ?, 0)
     on conflict do update set product = excluded.product, former = excluded.former`,
    store,
    entry.slug,
    product,
  )
  if (sort.changesAt !== null)
    db.run('insert into boundary values (?, ?) on conflict do nothing', sort.changesAt, key)
}
