/**
 * The catalogue's interchange form: one JSON object a line (NDJSON), each with a `record` field. The demo
 * catalogue is written in it, `anode import` reads it and `anode export` writes it. References are by code
 * or sku and may only point backwards, except product relations and set parts, which are resolved at the end.
 * Amounts are decimal numbers in major units of the store's currency, VAT included (DEF-01). An optional field of a
 * product that is absent stays as the catalogue has it; null or an empty list clears it.
 */
import type { StoreCode } from '../stores/stores.ts'

/** A value per store; a store that is absent does not have the thing. */
export type PerStore<T> = Partial<Record<StoreCode, T>>

export interface AttributeRecord {
  record: 'attribute'
  /** snake_case, e.g. `battery_size`. */
  code: string
  /** `choice` has a closed list of translated values; `number` carries a unit; `flag` is yes/no. */
  kind: 'choice' | 'number' | 'text' | 'flag'
  /** Unit shown after a number: V, mAh, Ah, Wh, mm, m, g, W, A, lm … */
  unit?: string
  /** Whether listings offer it as a filter. */
  facet: boolean
  position: number
  names: PerStore<string>
  values?: { code: string; names: PerStore<string> }[]
}

export interface BrandRecord {
  record: 'brand'
  slug: string
  name: string
  /** Who answers for the goods (GPSR Art. 19): name, postal and electronic address. */
  manufacturer?: { name: string; address: string; email: string }
}

export interface TagRecord {
  record: 'tag'
  code: string
  texts: PerStore<{ name: string; slug: string }>
}

export interface CategoryRecord {
  record: 'category'
  code: string
  parent?: string
  position: number
  /** Name of a drawn icon; main categories have one. */
  icon?: string
  showInMenu: boolean
  /** `slug` is one path segment; the path is the chain of slugs. `description` is one useful sentence or two. */
  texts: PerStore<{ name: string; slug: string; description: string }>
}

export type ProductTypeName = 'standard' | 'variant' | 'set' | 'gift_card'

export interface PriceTierRecord {
  /** Minimum quantity. */
  q: number
  /** Unit price from that quantity, major units. */
  p: number
}

/** One product in one store. */
export interface StoreProductRecord {
  name: string
  /** One path segment, unique in the store. */
  slug: string
  /** Short text shown before the name (ENTITY-11). */
  prefix?: string | null
  /** Plain text, paragraphs parted by a blank line, lines beginning with "- " are bullets. */
  description: string
  /** Short label over the picture (CARD-12). */
  decoration?: string | null
  vatPercent: number
  prices: PriceTierRecord[]
  campaign?: { startsAt?: string; endsAt?: string; tiers: (PriceTierRecord & { o: number })[] } | null
  /** Price when sold as a cross-sell of another product (UPSELL-05). */
  crossSellingPrice?: number | null
  stock: {
    /** Units on the shelf. */
    available: number
    /** Units on their way that may be sold already, and when they come (ISO date). */
    incoming?: number | null
    incomingAt?: string | null
    /** Not yet released: how many may be sold before release, and when it comes. */
    presaleCap?: number | null
    releaseAt?: string | null
    discontinued?: boolean | null
    /** When the figures were counted (ISO moment): what moved since then is applied on top. */
    countedAt?: string
  }
}

export interface ProductRecord {
  record: 'product'
  sku: string
  type: ProductTypeName
  gtin?: string | null
  mpn?: string | null
  /** Brand slug. */
  brand?: string | null
  /** Sku of the parent that gathers variants; the parent itself is not for sale. */
  variantOf?: string | null
  /** On a parent: the attribute codes its variants differ in, in the order of choice. */
  variationAttributes?: string[]
  /** A feed's item_group_id: which products are siblings. Not the coupons' group. */
  itemGroup?: string | null
  /** The coupons' product group (ENTITY-14). */
  groupId?: number | null
  discountCategory?: string | null
  condition?: 'new' | 'refurbished' | 'used'
  /** Category codes; the first is the main one. */
  categories: string[]
  tags?: string[]
  /** Attribute code → value: a value code for `choice` (or a list), a number, a text, or a boolean. */
  attributes?: Record<string, string | number | boolean | string[]>
  /** `source` is `drawing:<form>?<parameters>` for pictures drawn by the shop, otherwise an http address. */
  images?:
    | {
        type:
          | 'zoom'
          | 'thumb'
          | 'gallery'
          | 'original'
          | 'featured'
          | 'gallery_thumb'
          | 'general'
          | 'avatar'
          | 'header'
        source: string
        sortOrder: number
        alt?: PerStore<string>
      }[]
    | null
  /** Average of 0–5 with the number of ratings behind it. */
  score?: { average: number; count: number } | null
  /** Names of offered intervals, e.g. `1 month` (SUBS-01). */
  subscriptionIntervals?: string[]
  /** Parts of a set with their quantities. */
  setParts?: { sku: string; quantity: number }[]
  relations?: {
    accessories?: string[]
    related?: string[]
    crossSelling?: string[]
    /** Bundles offered in the upselling panel; a product that has any has upselling. */
    upselling?: string[]
    recommended?: string[]
    spareParts?: string[]
  }
  /** Devices it fits, "Maker Model"; free text, used by search and the finders. */
  fits?: string[]
  stores: PerStore<StoreProductRecord>
}

/** A content page under its path in one store (ROUTE-36). */
export interface ContentPageRecord {
  record: 'content_page'
  store: StoreCode
  path: string
  title: string
  /** HTML, sanitised before it is shown. */
  body: string
  published: boolean
}

/** A content block of the chrome (API-24). */
export interface WidgetRecord {
  record: 'widget'
  store: StoreCode
  slug: string
  content: string
  hidden: boolean
}

export interface DealRecord {
  record: 'deal'
  store: StoreCode
  title: string
  sku: string
  /** Whole percent. */
  discount: number
  startsAt: string
  expiresAt: string
}

/** A hint under the search field (ENTITY-20). Triggers: words or phrases; `*` at the end stands for any ending. */
export interface SearchHintRecord {
  record: 'search_hint'
  store: StoreCode
  triggers: string[]
  hint: string
  url: string
  urlTitle: string
  /** Whether a search for exactly one of the triggers leads to `url` at once. */
  redirect: boolean
}

/** What a store's shoppers call things that are called otherwise here. */
export interface SearchSynonymRecord {
  record: 'search_synonym'
  store: StoreCode
  /** What people type. */
  term: string
  /** What it is called here. */
  means: string
  /** Whether `means` finds what is called `term` too. */
  bothWays: boolean
}

/**
 * Removes something that an earlier file brought. A category that holds products or children needs `moveTo`, the code
 * of the category that takes them.
 */
export type RemovalRecord = { record: 'removal' } & (
  | { of: 'content_page'; store: StoreCode; path: string }
  | { of: 'widget'; store: StoreCode; slug: string }
  | { of: 'deal'; store: StoreCode; sku: string; startsAt: string }
  | { of: 'search_hint'; store: StoreCode; hint: string }
  | { of: 'category'; code: string; moveTo?: string }
)

export type CatalogueRecord =
  | AttributeRecord
  | BrandRecord
  | TagRecord
  | CategoryRecord
  | ProductRecord
  | ContentPageRecord
  | WidgetRecord
  | DealRecord
  | SearchHintRecord
  | SearchSynonymRecord
  | RemovalRecord
