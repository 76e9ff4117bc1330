/**
 * The questions the shop asks its catalogue, and their answers. Answered by the catalogue index
 * (catalogue-index.server.ts) in process and synchronously, but for search, which may take its time beside the
 * thread that serves; the number of queries behind an answer never grows with the length of a list. All answers hold for one store at the moment `now`.
 */
import type { CartProducts } from './cart-product.ts'
import type { Finder } from './finder.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { CatalogueDirectory } from './catalogue-directory.ts'
import type { ProductCard, ProductDetails, Picture } from './product.ts'

/** 24 products a page on every listing (PAGE-03). */
export const productsPerPage = 24

export const listingSorts = ['relevance', 'price_asc', 'price_desc', 'name'] as const
export type ListingSort = (typeof listingSorts)[number]

export interface CategoryCrumb {
  id: number
  name: string
  path: string
}

/** ENTITY-22, with the path that links need. */
export interface CategoryNode {
  id: number
  slug: string
  name: string
  path: string
  has_children: boolean
  children: CategoryNode[]
  metadata: { icon: string | null }
  /** Products in the branch. */
  count: number
}

export interface CategoryDetails {
  id: number
  name: string
  parent_id: number | null
  show_in_menu: boolean
  description: string
  path: string
  icon: string | null
  /** From the root to the category itself. */
  hierarchy: CategoryCrumb[]
  children: (CategoryCrumb & { count: number; thumb: Picture | null })[]
  /** Products in the branch. */
  count: number
  /** Path of the same category per store. */
  paths: Partial<Record<StoreCode, string>>
}

/** ENTITY-19. */
export interface SearchCategoryHit {
  slug: string
  uri: string
  hierarchy: string[]
}

/** Which products a listing is about. */
export type ListingScope =
  | { kind: 'category'; path: string }
  | { kind: 'brand'; slug: string }
  | { kind: 'tag'; slug: string }

export interface ListingQuery {
  scope: ListingScope
  sort: ListingSort
  /** 1 and up. */
  page: number
  /** Attribute code → chosen value codes; `brand`, `price` (`min-max` in major units), `stock` are understood too. */
  facets: Record<string, string[]>
}

export interface Facet {
  code: string
  name: string
  values: { code: string; name: string; count: number; chosen: boolean }[]
}

export interface Listing {
  products: ProductCard[]
  /** All hits, not only this page's. */
  total: number
  page: number
  pageCount: number
  facets: Facet[]
  /** Whether the facets' counts are lower bounds, as of a search with very many hits. */
  facetsAreLeast?: boolean
  /** Next moment (epoch ms) at which a price or stock date shown here changes by itself; null: none known. */
  changesAt: number | null
}

/** A way on from a search that was mistyped or found nothing. */
export interface SearchSuggestions {
  /** The query whose hits are shown in place of the one typed; null: those of the typed one. */
  shownFor: string | null
  /** The brand in the query that this store does not sell: the hits are what it has instead. Null: none. */
  insteadOf: string | null
  /** Whether some product has every word as it was typed; otherwise the hits are the nearest. */
  isFull: boolean
  /** Queries that are nearest to the one typed, best first. */
  queries: string[]
  /** Nearest categories; given when no product was found. */
  categories: SearchCategoryHit[]
}

export interface SearchAnswer extends Listing {
  categories: SearchCategoryHit[]
  suggestions: SearchSuggestions
}

export interface Catalogue extends CatalogueDirectory, CartProducts, Finder {
  /** The product page; `moved` names the present slug of a former one; null: unknown here. */
  product(
    store: StoreCode,
    slug: string,
  ):
    | {
        product: ProductDetails
        changesAt: number | null
        /** When the running campaign of the product itself ends (epoch ms); null: none runs, or none knows its end. */
        campaignEndsAt: number | null
      }
    | { moved: string }
    | null
  /** Known ones of the ids, in the order asked. */
  productsById(store: StoreCode, ids: readonly number[]): ProductCard[]
  productsBySku(store: StoreCode, skus: readonly string[]): ProductCard[]
  categoryTree(store: StoreCode, options: { mainMenu: boolean }): CategoryNode[]
  category(store: StoreCode, path: string): CategoryDetails | null
  /** Null: the category, brand or tag does not exist in the store. */
  listing(store: StoreCode, query: ListingQuery): Listing | null
  /** `withFacets: false` leaves facets uncounted, for the dropdown. */
  search(
    store: StoreCode,
    query: Omit<ListingQuery, 'scope'> & { query: string; withFacets?: boolean },
  ): Promise<SearchAnswer>
  brand(store: StoreCode, slug: string): { id: number; name: string; slug: string; count: number } | null
  tag(
    store: StoreCode,
    slug: string,
  ): {
    id: number
    name: string
    slug: string
    count: number
    slugs: Partial<Record<StoreCode, string>>
  } | null
  /** Category path → which of the product ids lie in its branch (API-21). */
  categoryChildren(
    store: StoreCode,
    productIds: readonly number[],
    categoryIds: readonly number[],
  ): Record<string, number[]>
  /** Whether listings can be filtered by this query parameter. */
  isFacet(code: string): boolean
  /** Drawing or address behind a picture key; null: no picture bears it. */
  pictureSource(key: string): string | null
  /** Every store's listed product count: what /readyz and the CLI report. */
  size(): Record<StoreCode, number>
}
