/**
 * Prices that modules have agreed with customers: terms of agreements, which pricing takes into account before all discounts
 * (decision 78), and offers of one product at a price, each for a line of the cart that names it (decision 70).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Minor } from '../domain/money/money.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { Sku } from '../domain/products/sku.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { Agreements } from './agreement-terms.ts'
import type { DeclaredName, namesOf } from './modules.ts'
import type { PersonalOffer } from './personal-offer.ts'
import { agreedPrices as agreements } from './agreements/agreed-prices.server.ts'
import { agreedPrices as offers } from './offers/agreed-prices.server.ts'

/** A stored price, with the agreement that it belongs to, or the offer that it is (`reference`). */
export interface StoredAgreedPrice {
  reference: number
  productId: number
  store: StoreCode
  sku: Sku
  quantity: number
  priceMinor: Minor
}

/** An entry of the audit about prices of one agreement or offer. */
export interface RoundedEntry {
  action: ReturnType<typeof namesOf<'auditActions'>>[number]
  object: readonly [DeclaredName<'auditObjects'>, number]
  store: StoreCode
  before?: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>> | undefined
}

/** What a module's `agreed-prices.server.ts` exports as `agreedPrices`. */
export interface AgreedPrices {
  /** What `rounded_price` calls them. */
  source: 'agreement' | 'offer'
  /** What holds at `now` (epoch milliseconds) for these products with an account, or with its company. */
  termsOf?(
    db: Kysely<DB>,
    of: { accountId: number; store: StoreCode; productIds: readonly ProductId[]; now: number },
  ): Promise<Agreements>
  /** The offers of an account in a store that hold at `now` (epoch milliseconds), the first to expire first. */
  offersOf?(
    db: Kysely<DB>,
    of: { accountId: number; store: StoreCode; now: number },
  ): Promise<readonly PersonalOffer[]>
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
  /** Writes rounded prices, and answers what the audit says of it; `roundedMinor` null: the price is removed. */
  writeRounded(
    trx: Kysely<DB>,
    prices: readonly (StoredAgreedPrice & { roundedMinor: Minor | null })[],
    now: Date,
  ): Promise<RoundedEntry[]>
}

/** Of all modules. */
export const agreedPricesOfModules: readonly AgreedPrices[] = [agreements, offers]
