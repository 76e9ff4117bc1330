/**
 * How much one buyer may order and owe in each store. The figures protect the shop from orders that nobody means to
 * pay: they bound what an anonymous visitor can take out of stock. Plain data, safe in the browser
 * (docs/decisions/0027-order-limits.md).
 */
import type { StoreCode } from './stores.ts'

/** Unpaid invoices together: their sum (minor units) and how many. */
export interface OpenCredit {
  minor: number
  orders: number
}

export interface CreditLimits {
  /** Largest invoice (minor units) that is approved without asking staff. */
  orderMinor: number
  /** What one buyer may owe, the new order included, without asking staff. */
  approved: OpenCredit
  /** Up to here staff decide; beyond it the order is refused. */
  held: OpenCredit
}

export interface BuyerLimits {
  /** Units of one product in one order. */
  unitsPerLine: number
  /** Largest order with its delivery, minor units. */
  orderMinor: number
  credit: CreditLimits
}

/** A guest, a private customer with an account, a business with an account; staff open accounts. */
export type BuyerKind = 'guest' | 'account' | 'business'

export interface OrderLimits extends Record<BuyerKind, BuyerLimits> {
  /** What the guests of one network may owe together from the last `days` days; beyond it an invoice is refused. */
  network: OpenCredit & { days: number }
}

export type LimitsOfStores = Record<StoreCode, OrderLimits>

/** The figures of a store whose prices are `factor` times those in kronor; amounts in major units. */
function limitsIn(factor: number): OrderLimits {
  const minor = (kronor: number): number => Math.round(kronor * factor * 100)
  return {
    guest: {
      unitsPerLine: 100,
      orderMinor: minor(50_000),
      credit: {
        orderMinor: minor(25_000),
        approved: { minor: minor(25_000), orders: 5 },
        held: { minor: minor(50_000), orders: 8 },
      },
    },
    account: {
      unitsPerLine: 500,
      orderMinor: minor(100_000),
      credit: {
        orderMinor: minor(25_000),
        approved: { minor: minor(50_000), orders: 10 },
        held: { minor: minor(100_000), orders: 20 },
      },
    },
    business: {
      unitsPerLine: 5_000,
      orderMinor: minor(1_000_000),
      credit: {
        orderMinor: minor(25_000),
        approved: { minor: minor(250_000), orders: 50 },
        held: { minor: minor(1_000_000), orders: 200 },
      },
    },
    network: { minor: minor(150_000), orders: 150, days: 7 },
  }
}

/** One krona is a krona in Sweden and Norway, 0.10 € and 0.80 kr in Denmark. */
export const orderLimits: LimitsOfStores = {
  sv: limitsIn(1),
  no: limitsIn(1),
  de: limitsIn(0.1),
  da: limitsIn(0.8),
}
