/** Notices about products that modules offer, by kind: what an address asks for and its owner confirms by mail. */
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Minor } from '../domain/money/money.ts'
import type { ProductId } from '../domain/products/product-id.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import type { DeclaredName } from './modules.ts'
import { notices as backInStock } from './back-in-stock/notices.server.ts'
import { notices as priceNotices } from './price-notices/notices.server.ts'

export interface NoticeRequest {
  store: StoreCode
  productId: ProductId
  /** As `normalizeEmail` returns it. */
  email: string
  /** What a unit cost when the notice was asked for, VAT included; null: the notice is not about a price. */
  priceMinor: Minor | null
}

export interface ConfirmedRequest {
  productId: ProductId
  confirmedAt: Date
  /** Its last mail was sent; null: it waits. */
  closedAt: Date | null
  /** When it ends or ended. */
  expiresAt: Date
}

/** A kind of notice: what a module's `notices.server.ts` exports in `notices`. */
export interface Notices {
  /** Starts a request that the owner of the address has confirmed; a former one for the product starts anew. */
  start(trx: Kysely<DB>, request: NoticeRequest, times: { confirmedAt: Date; expiresAt: Date }): Promise<void>
  /** Whether the request is confirmed already, so that no mail asks for it; absent: it starts anew. */
  isWaiting?(trx: Kysely<DB>, request: NoticeRequest, now: Date): Promise<boolean>
  /** An address's confirmed requests in a store. */
  list(db: Kysely<DB>, of: Pick<NoticeRequest, 'store' | 'email'>): Promise<ConfirmedRequest[]>
  /** Deletes an address's requests in a store and returns their number. `productId` null: for all products. */
  drop(
    trx: Kysely<DB>,
    of: Pick<NoticeRequest, 'store' | 'email'> & { productId: ProductId | null },
  ): Promise<number>
  /** Prices of these products were rounded (domain/price-rounding): rounds down to whole units those that it remembers. */
  roundDown?(trx: Kysely<DB>, products: readonly { productId: number; store: StoreCode }[]): Promise<void>
}

/** Each declared kind (`notices` of the declarations). */
export const noticesOfModules: Readonly<Record<DeclaredName<'notices'>, Notices>> = {
  ...backInStock,
  ...priceNotices,
}
