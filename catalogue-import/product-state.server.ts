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
} from './catalogue-tables.server.ts'
import { loadRows, type Row, type Table } from './table-rows.server.ts'

/** Dependent tables of a product, in the order in which they must be written. */
export const partTables = {
  storeProducts: storeProductTable,
  tiers: priceTierTable,
  stock: stockTable,
  categories: productCategoryTable,
  tags: productTagTable,
  images: productImageTable,
} satisfies Record<string, Table>
export type PartName = keyof typeof partTables
export type ProductParts = Record<PartName, Row[]>

export interface ProductState extends ProductParts {
  /** Null before the product exists. */
  id: number | null
  product: Row | null
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
  skus: readonly string[],
  stores: readonly StoreCode[],
): Promise<Map<string, ProductState>> {
  const columns = sql.join(Object.keys(productTable.columns).map((name) => sql.ref(name)))
  const found = await sql<Row>`select id, ${columns} from product where sku = any(${skus})`.execute(db)
  const states = new Map<string, ProductState>()
  const byId = new Map<unknown, ProductState>()
  for (const { id, ...product } of found.rows) {
    const state = { ...noState(), id: id as number, product }
    states.set(product['sku'] as string, state)
    byId.set(id, state)
  }
  for (const [name, table] of Object.entries(partTables) as [PartName, Table][]) {
    for (const row of await loadRows(db, table, 'product_id', [...byId.keys()] as number[])) {
      if (row['store'] !== undefined && !stores.includes(row['store'] as StoreCode)) continue
      byId.get(row['product_id'])?.[name].push(row)
    }
  }
  return states
}

/** ISO text in UTC of a timestamp; rows of the database hold Dates, rows to be written hold text. */
export function isoOf(value: unknown): string | null {
  return value === null || value === undefined ? null : new Date(value as string | Date).toISOString()
}
