/** Prices that modules have agreed with customers. Pricing takes them into account before all discounts (decision 78). */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Minor } from '../domain/money/money.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { Sku } from '../domain/products/sku.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { Agreements } from './agreement-terms.ts'
import type { DeclaredName, namesOf } from './modules.ts'
import { agreedPrices as agreements } from './agreements/agreed-prices.server.ts'

/** A stored price, with the agreement (`reference`) that it belongs to. */
export interface StoredAgreedPrice {
  reference: number
  productId: number
  store: StoreCode
  sku: Sku
  quantity: number
  priceMinor: Minor
}

/** What a module's `agreed-prices.server.ts` exports as `agreedPrices`. */
export interface AgreedPrices {
  /** What holds at `now` (epoch milliseconds) for these products with an account, or with its company. */
  termsOf(
    db: Kysely<DB>,
    of: { accountId: number; store: StoreCode; productIds: readonly ProductId[]; now: number },
  ): Promise<Agreements>
  /**
   * Stored prices of these stores that hold, or will, and are no whole units, in a fixed order: at most `limit` behind
   * `after`. `isLocked`: their rows are locked.
   */
  unrounded(
    db: Kysely<DB>,
    of: {
      stores: readonly StoreCode[]
      now: Date
      after: Pick<StoredAgreedPrice, 'reference' | 'productId' | 'quantity'>
      limit: number
      isLocked: boolean
    },
  ): Promise<StoredAgreedPrice[]>
  /** Writes rounded prices, which are never none; `roundedMinor` null: the price is removed. */
  writeRounded(
    trx: Kysely<DB>,
    prices: readonly (StoredAgreedPrice & { roundedMinor: Minor | null })[],
  ): Promise<void>
  /** What the audit calls an agreement, and the rounding of its prices. */
  audit: {
    object: DeclaredName<'auditObjects'>
    rounded: ReturnType<typeof namesOf<'auditActions'>>[number]
  }
}

/** Of all modules. */
export const agreedPricesOfModules: readonly AgreedPrices[] = [agreements]
