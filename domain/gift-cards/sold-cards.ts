/** Gift cards bought with an order. Pure. */
import type { Minor } from '../money/money.ts'
import type { CurrencyCode } from '../stores/store.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { GiftRecipient } from './gift-recipient.ts'

/** The gift card part of an order. */
export interface GiftCardSale {
  orderId: number
  store: StoreCode
  currency: CurrencyCode
  /** One per line of gift cards. `units`: those that have not been refunded. */
  lines: readonly {
    uuid: string
    name: string
    unitMinor: Minor
    units: number
    /** Null: the buyer. */
    recipient: GiftRecipient | null
  }[]
}

/** An issued card as its buyer receives it. */
export interface SoldCard {
  name: string
  code: string
  amountMinor: Minor
  /** Null: the buyer gets the code; otherwise it is sent to this person only. */
  recipient: GiftRecipient | null
}
