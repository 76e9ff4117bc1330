/**
 * Fields that modules add to every product's page, in index and API, each under its module's name. The processes that
 * build the index load them: no schemas, no server.
 */
import type { Query } from '../db/query.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { productPart as reviews } from './reviews/product-part.server.ts'

/** Hundredths of a star; null: nobody has rated it. */
export interface Rating {
  hundredths: number | null
  count: number
}

/** A product whose family is read as a whole. */
export interface ReadProduct {
  id: ProductId
  /** The parent of its family; null: it is the parent, or has no family. */
  variantOf: ProductId | null
  /** Of imported ratings, of the whole family. */
  rating: Rating
}

/** What a module's `product-part.server.ts` exports as `productPart`. */
export interface ProductPart<Stored = unknown, Shown = unknown> {
  /** By product: what the index stores, and the rating that replaces the imported one. Absent: nothing of either. */
  read(
    query: Query,
    products: readonly ReadProduct[],
  ): Promise<ReadonlyMap<ProductId, { stored: Stored; rating: Rating }>>
  /** What the API answers in a store. `stored` null: nothing; `rating` is then that of the imported ratings. */
  show(stored: Stored | null, at: { store: StoreCode; score: number | null; scoreCount: number }): Shown
}

/** By name of the field: of its module. */
export const productParts: ReadonlyMap<string, ProductPart> = new Map([['reviews', reviews]])
