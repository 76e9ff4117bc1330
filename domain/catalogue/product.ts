/**
 * The product shapes shared by API, pages and cart (spec, section 3). Amounts are decimal numbers in major
 * units of the store's currency, VAT included (DEF-01). Plain data.
 */
import { type PerStore } from './catalogue-record.ts'
import type { StockStatusName } from './stock-status.ts'

/**
 * p unit price, q minimum quantity, o price before reduction (null: none), d reduction in whole percent
 * (DEF-03).
 */
export interface PriceTier {
  p: number
  q: number
  o: number | null
  d: number
}

/** Normal tiers and the campaign tiers in force now; a non-empty `c` replaces `n` (DEF-04). */
export interface ProductPrices {
  n: PriceTier[]
  c: PriceTier[]
}

/** A picture's address with its size in pixels; `key` derives the other sizes (domain/pictures). */
export interface Picture {
  url: string
  width: number
  height: number
  key: string
  alt: string
}

export interface ProductCategory {
  id: number
  name: string
  /** Path of slugs in this store. */
  path: string
  /** Marks the category that is named in the search dropdown (ENTITY-18). */
  main: boolean
}

/** A product of one store as cards, search hits and cart lines need it (ENTITY-11..18). */
export interface ProductCard {
  id: number
  sku: string
  name: string
  slug: string
  prefix: string | null
  brand: { name: string; slug: string } | null
  /** Product type, a value of `productTypes` (ENTITY-12). */
  type: number
  thumb: Picture | null
  /** Second picture, shown on hover. */
  hover_thumb: Picture | null
  metadata: { decoration: string | null; facts: string[] }
  categories: ProductCategory[]
  /** Ids of the variants of a parent; empty for products that can be bought themselves. */
  variations: number[]
  variation_attributes: string[]
  stock_status: StockStatusName
  orderable: boolean
  notifyable: boolean
  /** ISO date of presale or of incoming units, null where unknown or not needed. */
  estimated_at: string | null
  group_id: number | null
  discount_category: string | null
  prices: ProductPrices
  /**
   * Lowest unit price of the 30 days before the running reduction began; null without reduction (Dir. 98/6/EC
   * Art. 6a).
   */
  lowest_30_days: number | null
  /** Price per metre, litre or kilogram for products sold by measure, null otherwise. */
  unit_price: { amount: number; unit: 'm' | 'l' | 'kg' } | null
  /** Percent, e.g. 25. */
  vat: number
  /** 0–5 with one decimal, null without ratings. */
  score: number | null
  score_count: number
  has_upselling: boolean
  cross_selling_price: number | null
  subscription_intervals: string[]
  /** Starter batteries are subject to the German deposit (BattDG § 19). */
  starter_battery: boolean
}

/** One line of the specification table, already in the store's language. */
export interface ProductFact {
  code: string
  name: string
  /** With its unit. */
  value: string
}

/** A variant as an option on the product page. */
export interface ProductVariation extends ProductCard {
  /** Attribute code → value in the store's language, for the parent's variation attributes. */
  choice: Record<string, string>
}

/** Everything the product page shows. */
export interface ProductDetails extends ProductCard {
  gtin: string | null
  mpn: string | null
  condition: 'new' | 'refurbished' | 'used'
  description: string
  /** Type number (ENTITY-17) → pictures in sort order. */
  images: Record<number, (Picture & { sort_order: number })[]>
  facts: ProductFact[]
  fits: string[]
  /** On a variant: its parent. */
  parent: { id: number; sku: string; name: string; slug: string } | null
  /** All variants of the product's family; empty without variants. */
  choices: ProductVariation[]
  /** Attribute code → its name in the store's language, for the variation attributes. */
  variation_attribute_names: Record<string, string>
  set_parts: { product: ProductCard; quantity: number }[]
  accessories: ProductCard[]
  related: ProductCard[]
  cross_selling: ProductCard[]
  upselling: ProductCard[]
  recommended: ProductCard[]
  spare_parts: ProductCard[]
  tags: { name: string; slug: string }[]
  manufacturer: { name: string; address: string; email: string } | null
  /** Slug of the same product per store, for the language switcher and hreflang. */
  slugs: PerStore<string>
  updated_at: string
}
