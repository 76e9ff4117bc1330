/**
 * Input and output of `priceCart`: plain data, amounts in integer minor units, VAT included unless the name
 * says otherwise. The single representation of a price in cart, checkout, order, invoice and refund.
 */
import type { CouponFamily } from '../coupons/coupon-kind.ts'
import type { CountedLine, CustomerDiscounts } from '../coupons/coupon-line.ts'
import type { WinningPercent } from '../coupons/coupon-percentages.ts'
import type { CartCoupon } from '../coupons/coupon.ts'
import type { Minor } from '../money/money.ts'

import type { Tier } from './tiers.ts'
import type { CurrencyDigits } from './vat-view.ts'
import type { Sku } from '../products/sku.ts'
import type { ProductId } from '../products/product-id.ts'

/**
 * A line as pricing takes it: a counted line with its tiers, VAT and origin. The server makes it from the
 * catalogue (`CartLine` extends it), the browser from its stored cart (`price-cart-items.ts`).
 */
export interface PriceCartLine extends CountedLine {
  uuid: string
  sku: Sku
  /** Unit price where no tier is met, and always where `fixedPrice` is set (TIER-03). */
  priceMinor: Minor
  /** Tiers in force. */
  tiers: readonly Tier[]
  /** Unit price before campaign, cross-sell or offer, where known. */
  ordinaryMinor?: Minor | null
  vatRateBasisPoints: number
  /** Gift cards carry no VAT, take no coupon and do not count towards a minimum spend. */
  giftCard?: boolean
  /** Fees (deposit) take no coupon and do not count towards a minimum spend. */
  fee?: boolean
  /**
   * Code of the coupon that added the line; the line keeps the price sent, and no percentage applies
   * (COUPON-44).
   */
  addedByCoupon?: string | null
  /** Sold at one price for every quantity (cross-sell, bundle, offer). */
  fixedPrice?: boolean
  crossSell?: boolean
  /** Sold at the customer's personal offer: no percentage and no offer of a coupon applies to it (ACCOUNT-03). */
  personalOffer?: boolean
  /** The tiers are campaign tiers. */
  campaign?: boolean
  /**
   * The price is below the price of the day because it was promised: to the subscription that the line renews, or to the
   * purchase request that is approved.
   */
  promised?: 'subscription' | 'purchaseRequest' | null
  /** The price agreed with the customer; pricing decides whether it applies (`applyAgreements`). */
  agreement?: AgreedPrice | null
  /** Sold at the agreed price. Only pricing sets it. */
  isAgreed?: boolean
}

export interface PriceCartInput {
  lines: readonly PriceCartLine[]
  /**
   * The applied coupons in the order in which they were added. Amounts in the server's response are used
   * unchanged (COUPON-24); absent ones are computed.
   */
  coupons?: readonly CartCoupon[]
  customerDiscounts?: CustomerDiscounts
  digits: CurrencyDigits
}

/** A reason for a line's price, and the amount it deducted (minor units, whole line). */
export interface PriceReason {
  kind:
    | 'tier'
    | 'campaign'
    | 'crossSell'
    | 'personalOffer'
    | 'coupon'
    | 'customer'
    | 'buyXGetY'
    | 'increment'
    | 'fixed'
    | 'addedByCoupon'
    | 'giftCard'
    | 'deposit'
    | 'subscription'
    | 'agreement'
    | 'purchaseRequest'
  code: string | null
  percent: number | null
  amountMinor: Minor
}

/**
 * A line with its price: what `priceCart` makes of a `PriceCartLine` with the same uuid. Cart, checkout and
 * order read it; it says nothing that is not price (the name and slug are in the `CartLine`).
 */
export interface PricedLine {
  uuid: string
  sku: Sku
  productId: ProductId
  quantity: number
  kind: 'goods' | 'giftCard' | 'fee'
  /** Unit price shown: of the tier in force, before any percentage or offer. */
  unitMinor: Minor
  /** The higher unit price to strike through; null where the unit price is not reduced. */
  beforeUnitMinor: Minor | null
  /** The percentage that applies, or null. */
  effective: WinningPercent | null
  /** unitMinor × quantity less the percentage, rounded once to the currency's digits (DEF-06). */
  lineTotalMinor: Minor
  /** This line's shares of the cart's deductions. */
  deductions: { code: string; amountMinor: Minor }[]
  /** The amount paid for the line, VAT included: line total less its deductions. */
  netMinor: Minor
  /** VAT contained in `netMinor`. */
  vatMinor: Minor
  vatRateBasisPoints: number
  reasons: PriceReason[]
}

/** One row below the lines: a reward, an increment or a fixed amount. */
export interface CartDeduction {
  code: string
  label: string
  kind: Exclude<CouponFamily, 'percentage'>
  /** Gross, > 0. */
  amountMinor: Minor
  /** By how much it lowers the VAT of the lines (VAT-07); the view without VAT subtracts amount − VAT. */
  vatMinor: Minor
}

export interface VatSum {
  vatRateBasisPoints: number
  /** Gross amount at this rate. */
  grossMinor: Minor
  vatMinor: Minor
}

export interface PricedCart {
  lines: PricedLine[]
  deductions: CartDeduction[]
  /** Σ line totals, before deductions. */
  linesMinor: Minor
  deductedMinor: Minor
  /** The part of the sum that is fees. */
  feesMinor: Minor
  /** The part of the sum that is gift cards. */
  giftCardsMinor: Minor
  /** Cart sum: lines less deductions, never below 0, without shipping (DEF-07). */
  sumMinor: Minor
  /** The sum without its VAT. */
  sumExVatMinor: Minor
  /** VAT in the sum: the lines' VAT added up (VAT-10). */
  vatMinor: Minor
  vatPerRate: VatSum[]
}

export interface AgreedPrice {
  /** Unit prices from minimum quantities on, VAT included; below the first one there is no agreed price. */
  tiers: readonly Tier[]
  /** Whether it applies even where the price that everybody gets is lower. */
  isFixed: boolean
}
