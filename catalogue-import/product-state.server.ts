/** Everything the catalogue stores about the products of one batch, read in a fixed number of queries. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import {
  priceTierTable,
  productCategoryTable,
  productImageTable,
  productTable,
  productTagTable,
  stockTable,
  storeProductTable,
  type PriceTierRow,
  type ProductCategoryRow,
  type ProductImageRow,
  type ProductRow,
  type ProductTagRow,
  type StockRow,
  type StoreProductRow,
} from './catalogue-tables.server.ts'
import { columnList, loadRows, type Table } from './table-rows.server.ts'
import type { Sku } from '../domain/products/sku.ts'
import type { ProductId } from '../domain/products/product-id.ts'

/** The rows of a product's dependent tables. */
export interface PartRows {
  storeProducts: StoreProductRow
  tiers: PriceTierRow
  stock: StockRow
  categories: ProductCategoryRow
  tags: ProductTagRow
  images: ProductImageRow
}
export type PartName = keyof PartRows
export type ProductParts = { [Name in PartName]: PartRows[Name][] }

/** Dependent tables of a product, in the order in which they must be written. */
export const partTables: { readonly [Name in PartName]: Table<PartRows[Name]> } = {
  storeProducts: storeProductTable,
  tiers: priceTierTable,
  stock: stockTable,
  categories: productCategoryTable,
  tags: productTagTable,
  images: productImageTable,
}
export const partNames = Object.keys(partTables) as PartName[]

export interface ProductState extends ProductParts {
  /** Null before the product exists. */
  id: ProductId | null
  product: ProductRow | null
}

/** A product that is not in the catalogue. */
export function noState(): ProductState {
  return {
    id: null,
    product: null,
    storeProducts: [],
    tiers: [],
    stock: [],
    categories: [],
    tags: [],
    images: [],
  }
}

/** The states of the existing skus; per-store parts only of the given stores. */
export async function loadProductStates(
  db: Kysely<DB>,
  skus: readonly Sku[],
  stores: readonly StoreCode[],
): Promise<Map<Sku, ProductState>> {
  const found = await sql<ProductRow & { id: ProductId }>`
    select id, ${columnList(productTable)} from product where sku = any(${skus})`.execute(db)
  const states = new Map<Sku, ProductState>()
  const byId = new Map<ProductId, ProductState>()
  for (const { id, ...product } of found.rows) {
    const state = { ...noState(), id, product }
    states.set(product.sku, state)
    byId.set(id, state)
  }
  const isElsewhere = (row: { product_id: ProductId; store?: StoreCode }) =>
    row.store !== undefined && !stores.includes(row.store)
  const load = async <Name extends PartName>(name: Name) => {
    for (const row of await loadRows(db, partTables[name], 'product_id', [...byId.keys()])) {
      const parts: ProductParts | undefined = byId.get(row.product_id)
      if (!isElsewhere(row)) parts?.[name].push(row)
    }
  }
  for (const name of partNames) await load(name)
  return states
}

/** ISO text in UTC of a timestamp; rows of the database hold Dates, rows to be written hold text. */
export function isoOf(value: Date | string | null | undefined): string | null {
  return value === null || value === undefined ? null : new Date(value).toISOString()
}
