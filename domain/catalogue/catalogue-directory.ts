/** The catalogue's addresses: which exist, for sitemaps, and where former ones lead. */
import type { StoreCode } from '../stores/stores.ts'
import type { PerStore } from './catalogue-record.ts'
import type { Sku } from '../products/sku.ts'

/** Products per sitemap file: products are sharded by id, so a file never contains more than this. */
export const productsPerShard = 10_000

export interface ProductAddress {
  id: number
  /** Slug in every store that sells it. */
  slugs: PerStore<string>
  /** Epoch milliseconds of its last price change, or of its creation. */
  updatedAt: number
}

/** Categories, brands and tags with something to show in the store, with their addresses in all stores. */
export interface ListingAddresses {
  categories: PerStore<string>[]
  brands: PerStore<string>[]
  tags: PerStore<string>[]
}

/** A product that is no longer sold: its names and where to redirect. */
export interface GoneProduct {
  name: string
  sku: Sku
  /** Path of its main category in the store, if that still exists. */
  categoryPath: string | null
}

/** The new address of a listing, or that it was removed. */
export type MovedListing = { gone: false; slug: string } | { gone: true }

export interface CatalogueDirectory {
  /**
   * Numbers of the shards in which the store has products: shard `n` holds ids from `n * productsPerShard`.
   */
  productShards(store: StoreCode): number[]
  /** Products with ids from `fromId` to below `toId`, at most `limit`, in order of id. */
  productAddresses(range: { fromId: number; toId: number; limit: number }): ProductAddress[]
  listingAddresses(store: StoreCode): ListingAddresses
  /** The state of a former category path, brand or tag slug; null: it never existed. */
  movedListing(store: StoreCode, kind: 'category' | 'brand' | 'tag', slug: string): MovedListing | null
  /** Used where `product` finds nothing; null: no product ever had this address. */
  goneProduct(store: StoreCode, slug: string): GoneProduct | null
}
