/**
 * The catalogue's interchange format: one JSON object per line (NDJSON), each with a `record` field. The demo
 * catalogue is written in it, `anode import` reads it and `anode export` writes it. References are by code or
 * sku and must point to earlier lines, except product relations and set parts, which are resolved at the end.
 * Amounts are decimal numbers in major units of the store's currency, VAT included (DEF-01). An optional
 * product field that is absent stays unchanged in the catalogue; null or an empty list clears it.
 */
import type { StoreCode } from '../stores/stores.ts'
import type { ProductFieldValues } from './product-fields.ts'

/** A value per store; a store that is absent does not have it. */
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
  /** The responsible economic operator (GPSR Art. 19): name, postal and electronic address. */
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
  /** Name of an icon; main categories have one. */
  icon?: string
  showInMenu: boolean
  /** `slug` is one path segment; the path is the chain of slugs. `description` has one or two sentences. */
  texts: PerStore<{ name: string; slug: string; description: string }>
}

export type ProductTypeName = 'standard' | 'variant' | 'set' | 'gift_card'

export interface PriceTierRecord {
  /** Minimum quantity. */
  q: number
  /** Unit price from that quantity, in major units. */
  p: number
}

/** One product in one store. */
export interface StoreProductRecord {
  name: string
  /** One path segment, unique in the store. */
  slug: string
  /** Short text shown before the name (ENTITY-11). */
  prefix?: string | null
  /** Plain text: paragraphs are separated by a blank line, lines beginning with "- " are bullets. */
  description: string
  /** Short label over the picture (CARD-12). */
  decoration?: string | null
  /** Title of the page for search engines and shared links; absent: the name, and after it the shop's. */
  seoTitle?: string | null
  /** Description of the page for them; absent: the beginning of the description. */
  seoDescription?: string | null
  vatPercent: number
  prices: PriceTierRecord[]
  campaign?: { startsAt?: string; endsAt?: string; tiers: (PriceTierRecord & { o: number })[] } | null
  /** Price when sold as a cross-sell of another product (UPSELL-05). */
  crossSellingPrice?: number | null
  stock: {
    /** Units in stock. */
    available: number
    /** Incoming units that may already be sold, and their expected date (ISO date). */
    incoming?: number | null
    incomingAt?: string | null
    /** Presale: how many units may be sold before the release, and the release date. */
    presaleCap?: number | null
    releaseAt?: string | null
    discontinued?: boolean | null
    /** When the figures were counted (ISO timestamp); later movements are applied on top. */
    countedAt?: string
  }
}

/** One product; its plain fields are listed in product-fields.ts. */
export interface ProductRecord extends ProductFieldValues {
  record: 'product'
  sku: string
  type: ProductTypeName
  /** Brand slug. */
  brand?: string | null
  /** Sku of the parent that groups variants; the parent itself cannot be sold. */
  variantOf?: string | null
  /** On a parent: codes of the attributes in which its variants differ, in the order of choice. */
  variationAttributes?: string[]
  condition?: 'new' | 'refurbished' | 'used'
  /** Category codes; the first is the main one. */
  categories: string[]
  tags?: string[]
  /** Attribute code → value: a value code for `choice` (or a list), a number, a text, or a boolean. */
  attributes?: Record<string, string | number | boolean | string[]>
  /** `source` is `drawing:<sheet>.svgz#<id>` for a drawing of `demo/data/pictures`, otherwise an http address. */
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
  /** Average rating 0–5 and the number of ratings. */
  score?: { average: number; count: number } | null
  /** Names of offered intervals, e.g. `1 month` (SUBS-01). */
  subscriptionIntervals?: string[]
  /** Parts of a set with their quantities. */
  setParts?: { sku: string; quantity: number }[]
  relations?: {
    accessories?: string[]
    related?: string[]
    crossSelling?: string[]
    /** Bundles offered in the upselling panel; a product with at least one has upselling. */
    upselling?: string[]
    recommended?: string[]
    spareParts?: string[]
  }
  /** Devices it fits, as "Maker Model" texts; used by search, and where a shopper names a device. */
  fits?: string[]
  /** Values of the shop's own fields, by key and by store or language (`''`: shared); null: none. */
  fields?: Record<string, Record<string, string | number | boolean | null>>
  stores: PerStore<StoreProductRecord>
}

/** A content page with its path in one store (ROUTE-36). */
export interface ContentPageRecord {
  record: 'content_page'
  store: StoreCode
  path: string
  title: string
  /** HTML, sanitised before it is shown. */
  body: string
  published: boolean
}

/** A layout content block (API-24). */
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

/** A search hint (ENTITY-20). Triggers are words or phrases; a trailing `*` matches any ending. */
export interface SearchHintRecord {
  record: 'search_hint'
  store: StoreCode
  triggers: string[]
  hint: string
  url: string
  urlTitle: string
  /** Whether a search for exactly one of the triggers redirects to `url`. */
  redirect: boolean
}

/** A synonym of one store: a shopper's term and the catalogue's term for it. */
export interface SearchSynonymRecord {
  record: 'search_synonym'
  store: StoreCode
  /** The term that shoppers type. */
  term: string
  /** The term used in the catalogue. */
  means: string
  /** Whether the synonym works in both directions. */
  bothWays: boolean
}

/**
 * Removes an object that an earlier file created. A category with products or children needs `moveTo`, the
 * code of the category that receives them.
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
