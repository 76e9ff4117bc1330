/**
 * What the catalogue tells of its addresses rather than of its goods: which there are, for sitemaps, and what
 * became of those it no longer has.
 */
import type { StoreCode } from '../stores/stores.ts'
import type { PerStore } from './catalogue-record.ts'

/** Products whose ids share their leading digits share a file of a sitemap: it never holds more than this. */
export const productsPerShard = 10_000

export interface ProductAddress {
  id: number
  /** In every store that sells it. */
  slugs: PerStore<string>
  /** Epoch milliseconds of its last change of price, or of its coming. */
  updatedAt: number
}

/** Categories, brands and tags that have something to show in the store, with their addresses in all stores. */
export interface ListingAddresses {
  categories: PerStore<string>[]
  brands: PerStore<string>[]
  tags: PerStore<string>[]
}

/** A product that was sold once: who it was and where to look now. */
export interface GoneProduct {
  name: string
  sku: string
  /** Path of its main category in the store, if it still stands. */
  categoryPath: string | null
}

/** Where a listing moved to, or that it is no more. */
export type MovedListing = { gone: false; slug: string } | { gone: true }

export interface CatalogueDirectory {
  /** Numbers of the shards in which the store has products: ids from `n * productsPerShard` on. */
  productShards(store: StoreCode): number[]
  /** Products with ids from `fromId` to below `toId`, at most `limit`, in order. */
  productAddresses(range: { fromId: number; toId: number; limit: number }): ProductAddress[]
  listingAddresses(store: StoreCode): ListingAddresses
  /** What became of a former category path, brand or tag slug; null: nothing ever was there. */
  movedListing(store: StoreCode, kind: 'category' | 'brand' | 'tag', slug: string): MovedListing | null
  /** Asked where `product` knows nothing; null: nothing was ever sold under this address. */
  goneProduct(store: StoreCode, slug: string): GoneProduct | null
}
