/**
 * The tables of the catalogue index file and the ids in its keys. When the meaning of stored data changes,
 * raise `format`: the file's name contains a hash of both, so an old file is never misread.
 */
import { createHash } from 'node:crypto'
import { productParts } from '../../modules/product-parts.server.ts'
import { declaredFields } from '../../domain/custom-fields/declared-fields.ts'
import { moduleMethodsText } from '../../domain/shipping/module-methods.ts'
import { deviceTables } from './device-index.server.ts'
import { storedColumns } from './stored-details.server.ts'
import { storeCodes, stores, type StoreCode } from '../../domain/stores/stores.ts'
import { type ProductId, toProductId } from '../../domain/products/product-id.ts'

/** Raise when the meaning of stored text changes without a table change (cards, sort keys, folded words). */
const format = 19

const tables = `
create table meta (name text primary key, value text not null) without rowid;
create table structure (name text primary key, body text not null) without rowid;
create table product (id integer primary key, sku text not null, variant_of integer, body text not null);
create table entry (
  key integer primary key, listed integer not null, relevance integer not null, price integer not null,
  name_rank integer not null, scopes text not null, facets text not null, doc integer, text_hash text not null
);
create table document (
  doc integer primary key, key integer not null, relevance integer not null, words text not null
);
create table card (key integer primary key, body text not null);
create table description (key integer primary key, body text not null);
create table address (
  store integer not null, slug text not null, product integer not null, former integer not null,
  primary key (store, slug)
) without rowid;
create table gone (
  store integer not null, slug text not null, sku text not null, name text not null, category integer,
  primary key (store, slug)
) without rowid;
create table identifier (code text not null, product integer not null, primary key (code, product)) without rowid;
create table picture (key text primary key, source text not null) without rowid;
create table name_order (
  store integer not null, name_key text not null, key integer not null, rank integer not null,
  primary key (store, name_key, key)
) without rowid;
create table placement (
  scope integer not null, relevance integer not null, key integer not null, primary key (scope, relevance, key)
) without rowid;
create table placement_price (
  scope integer not null, price integer not null, relevance integer not null, key integer not null,
  primary key (scope, price, relevance, key)
) without rowid;
create table placement_name (
  scope integer not null, name_rank integer not null, key integer not null, primary key (scope, name_rank, key)
) without rowid;
create table scope_count (scope integer primary key, total integer not null);
create table facet_value (id integer primary key, code text not null, value text not null, unique (code, value));
create table facet_count (
  scope integer not null, value integer not null, total integer not null, primary key (scope, value)
) without rowid;
create table member_set (id integer not null, piece integer not null, bits blob not null, primary key (id, piece)) without rowid;
create table vocabulary (
  id integer primary key, store integer not null, word text not null, shown text not null, docs integer not null,
  unique (store, word)
);
create table boundary (at integer not null, key integer not null, primary key (at, key)) without rowid;
`

/** Created after the rows are inserted, so that a build sorts once instead of inserting at random. */
export const lateIndexes = `
create index product_sku on product (sku);
create index product_family on product (variant_of) where variant_of is not null;
create unique index entry_doc on entry (doc) where doc is not null;
`

const searchTables = storeCodes
  .map(
    (store) =>
      `create virtual table words_${store} using fts5(heads, kinds, cells, name, brand, codes, attributes, categories, fits, description,
        content='', contentless_delete=1, detail=column, prefix='3', tokenize='unicode61 remove_diacritics 0');`,
  )
  .join('\n')

/** The whole schema except the late indexes. */
export const indexSchema = tables + deviceTables + searchTables

const partNames = [...productParts.keys()].join()

/** Fields that modules declare have no row whose change is logged. */
const fields = JSON.stringify(declaredFields.filter(({ object }) => object === 'product'))

/** Part of the file name: another schema uses another file. */
export const schemaHash = createHash('sha256')
  .update(
    `${format}\n${storedColumns.join()}\n${partNames}\n${fields}\n${indexSchema}${lateIndexes}${moduleMethodsText}`,
  )
  .digest('hex')
  .slice(0, 12)

/** Range of store numbers in keys: `storeId` is below it. */
export const storeSlots = 64

/** Number of a store in keys: fixed per store, so that keys stay valid when a store is added or removed. */
export const storeNumber = Object.fromEntries(
  storeCodes.map((code) => [code, stores[code].storeId]),
) as Record<StoreCode, number>

const storeOfNumber = new Map(storeCodes.map((code) => [stores[code].storeId, code]))

/** One product in one store. */
export function entryKey(productId: number, store: StoreCode): number {
  return productId * storeSlots + storeNumber[store]
}

export function productOfKey(key: number): ProductId {
  return toProductId(Math.floor(key / storeSlots))
}

export function storeOfKey(key: number): StoreCode {
  return storeOfNumber.get(key % storeSlots)!
}

const scopeKinds = ['category', 'brand', 'tag'] as const
export type ScopeKind = (typeof scopeKinds)[number]

/** The subject of a listing in one store, as one number. */
export function scopeKey(kind: ScopeKind, id: number, store: StoreCode): number {
  return (id * storeSlots + storeNumber[store]) * scopeKinds.length + scopeKinds.indexOf(kind)
}

/** Page-cache tag of a scope, e.g. `category:7`. */
export function scopeTag(scope: number): string {
  return `${scopeKinds[scope % scopeKinds.length]!}:${Math.floor(scope / (storeSlots * scopeKinds.length))}`
}

/** Sort price of a product without a displayed price. */
export const noPrice = 2 ** 42

/**
 * Distance between neighbouring name ranks after a build: space for new names; two million of them fit in six
 * bytes.
 */
export const nameRankGap = 2 ** 26

/**
 * Maximum distance of a new name from its predecessor, so that thousands of names inserted in order find
 * space.
 */
export const nameRankStep = 2 ** 14
