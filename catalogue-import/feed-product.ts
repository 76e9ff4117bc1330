import type { StoredTier } from '../domain/catalogue/product-prices.ts'
import type { Minor } from '../domain/money/money.ts'
import type { FeedFieldName, ProductFieldValues } from '../domain/catalogue/product-fields.ts'
import type { FeedVariant } from './feed-variant.ts'
import type { RowFact } from './row-facts.ts'
import type { Sku } from '../domain/products/sku.ts'

/** The plain fields of a product that feeds have, too. */
export type FeedFieldValues = { [Name in FeedFieldName]: ProductFieldValues[Name] }

/**
 * One valid row of a Merchant Center feed. Amounts are minor units of the store's currency, VAT included.
 * Undefined: the feed has no such column, and the stored value stays. Null or empty: the cell is empty, and
 * the stored value is cleared.
 */
export interface FeedProduct extends FeedFieldValues {
  sku: Sku
  /**
   * What `sku` was when other choices of the product shared the number; that product is meant where none has `sku`
   * (known-skus.server.ts).
   */
  sharedSku?: Sku
  name: string
  description: string | undefined
  /** Title and description of the page for search engines. */
  seoTitle: string | null | undefined
  seoDescription: string | null | undefined
  brand: string | null | undefined
  condition: 'new' | 'refurbished' | 'used' | undefined
  /** Names from the root down. */
  categoryNames: string[] | undefined
  /** Likewise of further categories, which are added to those of the product; absent: the row has none. */
  furtherCategories?: string[][] | undefined
  /** A further one that no menu has where the import makes it. */
  unlistedCategory?: string[] | undefined
  /** An http address, or `file:` and a path below the picture directory. */
  imageLink: string | null | undefined
  additionalImageLinks: string[] | undefined
  /** Alternative texts of the pictures in the store; absent: the row has none, and the stored ones stay. */
  pictureTexts?: PictureTexts | undefined
  /** Null: the description names no devices, and the stored ones stay. */
  fits: string[] | null
  priceMinor: Minor
  salePriceMinor: Minor | null | undefined
  salePeriod: SalePeriod | undefined
  /** Unit prices from two units up, quantities rising, prices falling. */
  tiers: StoredTier[] | undefined
  /** Quantity prices while the sale runs; null: those of `tiers` that are below the sale price. */
  saleTiers: StoredTier[] | null | undefined
  availability: Availability
  /** Null: the feed gives no quantity. */
  quantity: FeedQuantity | null
  availableAt: string | null | undefined
  /** The product that this one is a choice of; absent: it is a product on its own, or nothing is said about it. */
  variant?: FeedVariant | undefined
  /** Names of tags, which are added to those of the product where the import takes them; absent: the row has none. */
  tags?: readonly string[] | undefined
  /** Attributes beside those that it is chosen by; absent: the row has none, and the stored ones stay. */
  facts?: readonly RowFact[] | undefined
  /** The product's path in the former shop, as redirects compare it; absent: the file does not say it. */
  formerPath?: string | undefined
  /** Texts of the shop's own fields, by key; absent: the file has no such columns. */
  fields?: Readonly<Record<string, string>> | undefined
  /** The row changes a product of the store, and makes none; absent: it is all that is needed for a product. */
  update?: FeedUpdate | undefined
  /** The stock is that of a former shop, and is used only for products that are new in the store. */
  isFormerStock?: true | undefined
  /** When `quantity` was counted, ISO text in UTC with microseconds; null: not given in the row. */
  countedAt: string | null
}

/** A row without a name, which is that of the product. */
export interface FeedUpdate {
  /** By which the product is found where none has the sku; 6 to 14 digits. It is the sku of a row without one. */
  gtin: string | null
  /** The file has no prices. */
  keepsPrices: boolean
  /** The row says no stock. */
  keepsStock: boolean
}

/** Alternative texts in the order of the pictures. An empty one leaves the stored text as it is. */
export interface PictureTexts {
  main: string
  additional: readonly string[]
}

/** A campaign's period; null is an open side. */
export interface SalePeriod {
  startsAt: string | null
  endsAt: string | null
}

/** Units of the pool that the availability selects: counted, or to be added (`relative`, may be negative). */
export interface FeedQuantity {
  units: number
  relative: boolean
}

export const availabilities = ['in_stock', 'out_of_stock', 'preorder', 'backorder'] as const
export type Availability = (typeof availabilities)[number]
