/**
 * The port by which the cart reads the catalogue; the read model implements it. Amounts in minor units, VAT
 * included.
 */
import type { Picture } from '../../contract/catalogue.ts'
import type { StockStatusName } from './stock-status.ts'
import type { Minor } from '../money/money.ts'
import type { Prices } from '../pricing/tiers.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { PackedUnit } from '../products/packed-unit.ts'
import type { Sku } from '../products/sku.ts'
import type { ProductId } from '../products/product-id.ts'

/** A product as one store sells it now. */
export interface CartProduct {
  id: ProductId
  sku: Sku
  name: string
  slug: string
  /** Product type, a value of `productTypes` (ENTITY-12). */
  type: number
  thumb: Picture | null
  prices: Prices
  /** Unit price as a cross-sell of another product; null: not sold as one (UPSELL-05). */
  crossSellingMinor: Minor | null
  vatRateBasisPoints: number
  categoryIds: readonly number[]
  groupId: number | null
  discountCategory: string | null
  stockStatus: StockStatusName
  /** ISO date of presale or of incoming units; null: unknown or not needed. */
  estimatedAt: string | null
  /** The store does not sell it as long as it lacks statutory data. */
  isWithheld: boolean
  subscriptionIntervals: readonly string[]
  starterBattery: boolean
  /** One unit as carriers see it; of a set what is stated of the set itself, without its parts. */
  packed: PackedUnit
  /** A parent of variants cannot be sold itself. */
  hasVariants: boolean
}

export interface CartProducts {
  /** The known products among the ids, in the order requested. */
  cartProducts(store: StoreCode, ids: readonly ProductId[]): CartProduct[]
  cartProductsBySku(store: StoreCode, skus: readonly Sku[]): CartProduct[]
}
