/** What the cart asks of the catalogue. Amounts in minor units, VAT included; the read model answers. */
import type { Picture } from './picture.ts'
import type { StockStatusName } from './stock-status.ts'
import type { Minor } from '../money/money.ts'
import type { Prices } from '../pricing/tiers.ts'
import type { StoreCode } from '../stores/stores.ts'

/** A product as one store sells it now. */
export interface CartProduct {
  id: number
  sku: string
  name: string
  slug: string
  /** Number of `productTypes` (ENTITY-12). */
  type: number
  thumb: Picture | null
  prices: Prices
  /** Unit price beside another product; null: not sold so (UPSELL-05). */
  crossSellingMinor: Minor | null
  vatRateBasisPoints: number
  categoryIds: readonly number[]
  groupId: number | null
  discountCategory: string | null
  stockStatus: StockStatusName
  /** ISO date of presale or of incoming goods; null: unknown or not needed. */
  estimatedAt: string | null
  subscriptionIntervals: readonly string[]
  starterBattery: boolean
  /** A parent of variants is not for sale itself. */
  hasVariants: boolean
}

export interface CartProducts {
  /** Known ones of the ids, in the order asked. */
  cartProducts(store: StoreCode, ids: readonly number[]): CartProduct[]
  cartProductsBySku(store: StoreCode, skus: readonly string[]): CartProduct[]
}
