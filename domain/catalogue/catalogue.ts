/**
 * The queries of the shop against its catalogue and their results. The catalogue index
 * (catalogue-index.server.ts) answers them in process and synchronously, except search, which may run on a
 * worker thread. The number of index queries does not depend on the length of a list. All results are for one
 * store at the time `now`.
 */
import type { CartProducts } from './cart-product.ts'
import type { DeviceQueries } from './device-queries.ts'
import type { ProductFacts } from './product-facts.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { CatalogueDirectory } from './catalogue-directory.ts'
import type {
  CategoryCrumb,
  CategoryNode,
  ListingSort,
  Picture,
  ProductCard,
  ProductDetails,
  SearchCategoryHit,
} from '../../contract/catalogue.ts'
import type { Sku } from '../products/sku.ts'
import type { ProductId } from '../products/product-id.ts'

/** 24 products a page on every listing (PAGE-03). */
export const productsPerPage = 24

/** The contract's list for browsers, which load no schemas. */
export const listingSorts = [
  'relevance',
  'price_asc',
  'price_desc',
  'name',
] as const satisfies readonly ListingSort[]

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

/** The products of a listing. */
export type ListingScope =
  | { kind: 'category'; path: string }
  | { kind: 'brand'; slug: string }
  | { kind: 'tag'; slug: string }

export interface ListingQuery {
  scope: ListingScope
  sort: ListingSort
  /** Page number, from 1. */
  page: number
  /**
   * Attribute code → chosen value codes; `brand`, `price` (`min-max` in major units) and `stock` are
   * supported too.
   */
  facets: Record<string, string[]>
}

export interface Facet {
  code: string
  name: string
  values: { code: string; name: string; count: number; chosen: boolean }[]
}

export interface Listing {
  products: ProductCard[]
  /** The number of all hits, not only of this page's. */
  total: number
  page: number
  pageCount: number
  facets: Facet[]
  /** Whether the facets' counts are lower bounds, as in a search with very many hits. */
  facetsAreLeast?: boolean
  /** Next time (epoch ms) at which a price or stock date shown here changes by itself; null: none known. */
  changesAt: number | null
}

/** Suggestions for a search that was mistyped or found nothing. */
export interface SearchSuggestions {
  /** The corrected query whose hits are shown; null: the hits are those of the typed query. */
  shownFor: string | null
  /** The brand in the query that this store does not sell; the hits are alternatives. Null: none. */
  insteadOf: string | null
  /** Whether some product contains every typed word; otherwise the hits are the nearest matches. */
  isFull: boolean
  /** Queries nearest to the typed one, best first. */
  queries: string[]
  /** Nearest categories; set when no product was found. */
  categories: SearchCategoryHit[]
}

export interface SearchAnswer extends Listing {
  categories: SearchCategoryHit[]
  suggestions: SearchSuggestions
}

export interface Catalogue extends CatalogueDirectory, CartProducts, DeviceQueries {
  /** The product page; `moved` is the current slug of a former one; null: unknown in this store. */
  product(
    store: StoreCode,
    slug: string,
  ):
    | {
        product: ProductDetails
        changesAt: number | null
        /** End of the product's running campaign (epoch ms); null: no campaign, or no known end. */
        campaignEndsAt: number | null
        /** What the head of the page says instead of the name and the description, where staff have said it. */
        head: { title?: string; description?: string }
      }
    | { moved: string }
    | null
  /** The known products among the ids, in the order requested. */
  productsById(store: StoreCode, ids: readonly ProductId[]): ProductCard[]
  productsBySku(store: StoreCode, skus: readonly Sku[]): ProductCard[]
  /** What is bought together with a product and fits beside it, orderable now. */
  boughtTogether(store: StoreCode, id: ProductId): ProductCard[]
  categoryTree(store: StoreCode, options: { mainMenu: boolean }): CategoryNode[]
  category(store: StoreCode, path: string): CategoryDetails | null
  /** Null: the category, brand or tag does not exist in the store. */
  listing(store: StoreCode, query: ListingQuery): Listing | null
  /** `withFacets: false` skips facet counts, for the search dropdown. */
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
  /** Category path → the product ids in its branch (API-21). */
  categoryChildren(
    store: StoreCode,
    productIds: readonly ProductId[],
    categoryIds: readonly number[],
  ): Record<string, number[]>
  /** The label of an attribute's value in the store's language. */
  attributeValueName(store: StoreCode, attribute: string, value: string): string
  /** Facts of all products of the store that a rule compares. */
  productFacts<Fact>(store: StoreCode, facts: ProductFacts<Fact>): readonly Fact[]
  /** Whether this query parameter is a filter of listings. */
  isFacet(code: string): boolean
  /** Drawing or address of a picture key; null: unknown key. */
  pictureSource(key: string): string | null
  /** Number of listed products per store, as reported by /readyz and the CLI. */
  size(): Record<StoreCode, number>
}
