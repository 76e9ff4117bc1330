/** One valid row of a Merchant Center feed. Amounts are minor units of the store's currency, VAT inside. */
export interface FeedProduct {
  sku: string
  name: string
  description: string
  brand: string | null
  gtin: string | null
  mpn: string | null
  condition: 'new' | 'refurbished' | 'used'
  /** Names from the root down; empty: the feed does not say. */
  categoryNames: string[]
  itemGroup: string | null
  /** Null: the feed does not say. */
  imageLink: string | null
  /** Null: the description names no devices. */
  fits: string[] | null
  priceMinor: number
  sale: { priceMinor: number; startsAt: string | null; endsAt: string | null } | null
  /** Unit prices from two units up, quantities rising, prices falling. */
  tiers: FeedTier[]
  /** Quantity prices while the sale runs; null: those of `tiers` that are below the sale price. */
  saleTiers: FeedTier[] | null
  availability: Availability
  /** Units of the pool that the availability names; null: the feed does not say. */
  quantity: number | null
  availableAt: string | null
}

/** Unit price from that many units. */
export interface FeedTier {
  minQuantity: number
  priceMinor: number
}

export const availabilities = ['in_stock', 'out_of_stock', 'preorder', 'backorder'] as const
export type Availability = (typeof availabilities)[number]
