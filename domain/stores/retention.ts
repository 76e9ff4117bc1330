/** How long stores keep what they need only for a while. Plain data; days. */
import type { StoreCode } from './stores.ts'

export interface CreditRetention {
  /** After the invoice is paid, refunded, or its order came to nothing. */
  settledDays: number
  /** After the order was placed, whatever became of it: by then the claim is barred. */
  longestDays: number
}

/** Identity numbers, and the digests by which open credit is counted. */
export const creditRetention: Record<StoreCode, CreditRetention> = {
  sv: { settledDays: 30, longestDays: 1096 },
  no: { settledDays: 30, longestDays: 1096 },
  de: { settledDays: 30, longestDays: 1096 },
  da: { settledDays: 30, longestDays: 1096 },
}
