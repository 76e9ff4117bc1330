/**
 * A discount code as the API speaks it (ENTITY-31..33) and which kind of discount it is (DEF-09). Amounts are
 * decimal major units, VAT included; percentages are numbers 0–100. Decides nothing about prices.
 */

import type { StoreCode } from '../stores/stores.ts'

/** Why a code gives nothing for this cart, here and now. */
export type CouponRefusalReason =
  | 'unknown'
  | 'disabled'
  | 'not_yet_valid'
  | 'expired'
  | 'wrong_store'
  | 'used_up'
  | 'used_up_for_customer'
  | 'minimum_spend'
  | 'not_applicable'
  | 'invalid'
  /** More codes were sent than are judged at once. */
  | 'too_many_codes'
  /** Too many codes that do not exist came from this network. */
  | 'not_judged'

/** Rewarded units of one product. */
export interface AffectedItem {
  sku: string
  quantity: number
}

type Optional<T> = T | null | undefined

/** Which lines an offer's buy or get side names (DEF-10, DEF-11). */
interface OfferSets {
  buy_products?: Optional<readonly number[]>
  buy_categories?: Optional<readonly number[]>
  buy_groups?: Optional<readonly number[]>
  get_products?: Optional<readonly number[]>
  get_categories?: Optional<readonly number[]>
  get_groups?: Optional<readonly number[]>
  buy_x_buy_items_whole_order?: Optional<boolean>
  buy_x_get_items_whole_order?: Optional<boolean>
}

/** What the code promises. */
export interface CouponTerms extends OfferSets {
  code: string
  discount_label?: Optional<string>
  percentage_discount?: Optional<number>
  specific_groups?: Optional<readonly number[]>
  excluded_groups?: Optional<readonly number[]>
  specific_discount_categories?: Optional<readonly string[]>
  fixed_amount?: Optional<number>
  buy_x?: Optional<number>
  get_y?: Optional<number>
  /** 3 = the whole price, anything else = `discount_type_percentage` (COUPON-22, COUPON-23). */
  discount_type_value?: Optional<number>
  discount_type_percentage?: Optional<number>
  buy_x_quantity_interval_buy?: Optional<number>
  buy_x_percentage_interval_get?: Optional<number>
  /** Rewarded units per interval, 1 when absent. */
  buy_x_get_amount?: Optional<number>
  buy_x_quantity_increment_buy?: Optional<number>
  /** First threshold, the increment itself when absent. */
  buy_x_increment_buy_quantity?: Optional<number>
  buy_x_percentage_increment_get?: Optional<number>
  coupon_buy_x_interval_amount_buy?: Optional<number>
  coupon_buy_x_interval_amount_get?: Optional<number>
  coupon_buy_x_increment_amount_buy?: Optional<number>
  coupon_buy_x_increment_amount_get?: Optional<number>
}

/** A code as `sync-coupons` answers it: its terms and what they came to for this cart. */
export interface Coupon extends CouponTerms {
  applied: boolean
  failed_minimum_spend?: Optional<boolean>
  all_affected_items?: Optional<readonly AffectedItem[]>
  /** Gross deduction the cart subtracts (COUPON-24). */
  buyx_free_amount?: Optional<number>
  /** VAT in it, at `vat_rate` percent (COUPON-25). */
  vat_amount?: Optional<number>
  vat_rate?: Optional<number>
  /** Percentage reached by a quantity increment (COUPON-38). */
  buy_x_percentage_total?: Optional<number>
  /** Beyond the specification: why the code is not applied. */
  reason?: Optional<CouponRefusalReason>
}

/** A code as the shop keeps it: its terms and the spend it asks for, major units (COUPON-20). */
export interface CouponDefinition extends CouponTerms {
  /** Beyond the specification: the label per store, in its language; `discount_label` stands in where one is missing. */
  discount_labels?: Optional<Partial<Record<StoreCode, string>>>
  minimum_spend?: Optional<number>
  /** Beyond the specification: a product the code puts into the cart for nothing, 1 unit unless told. */
  gift_sku?: Optional<string>
  gift_quantity?: Optional<number>
}

export type IncrementKind = 'quantityInterval' | 'amountInterval' | 'quantityIncrement' | 'amountIncrement'
export type CouponKind = IncrementKind | 'buyXGetY' | 'fixed' | 'restricted' | 'global'

const isPositive = (value: Optional<number>): boolean => (value ?? 0) > 0
const isFilled = (list: Optional<readonly unknown[]>): boolean => (list?.length ?? 0) > 0

/** Kinds in the order of DEF-09; the first that recognises the terms is the kind. */
const kinds: readonly { kind: CouponKind; recognizes: (terms: CouponTerms) => boolean }[] = [
  { kind: 'quantityInterval', recognizes: (terms) => isPositive(terms.buy_x_quantity_interval_buy) },
  { kind: 'amountInterval', recognizes: (terms) => isPositive(terms.coupon_buy_x_interval_amount_buy) },
  { kind: 'quantityIncrement', recognizes: (terms) => isPositive(terms.buy_x_quantity_increment_buy) },
  { kind: 'amountIncrement', recognizes: (terms) => isPositive(terms.coupon_buy_x_increment_amount_buy) },
  { kind: 'buyXGetY', recognizes: (terms) => terms.buy_x != null || terms.get_y != null },
  {
    kind: 'fixed',
    recognizes: (terms) => typeof terms.fixed_amount === 'number' && !terms.percentage_discount,
  },
  {
    kind: 'restricted',
    recognizes: (terms) =>
      isFilled(terms.specific_groups) ||
      isFilled(terms.excluded_groups) ||
      isFilled(terms.specific_discount_categories),
  },
  { kind: 'global', recognizes: () => true },
]

/** Which of the four increment kinds a kind is, if any. */
export function isIncrementKind(kind: CouponKind): kind is IncrementKind {
  return kind.endsWith('Interval') || kind.endsWith('Increment')
}

/** The kind of a code (DEF-09). */
export function couponKind(terms: CouponTerms): CouponKind {
  return kinds.find(({ recognizes }) => recognizes(terms))!.kind
}

/** What a code promises in one store: with the label of its language alone. */
export function definitionIn(store: StoreCode, definition: CouponDefinition): CouponDefinition {
  const { discount_labels: labels, ...rest } = definition
  return { ...rest, ...(labels?.[store] && { discount_label: labels[store] }) }
}

/** Text of a code's discount row: its label, or the code where it has none (COUPON-26). */
export function couponLabel(terms: CouponTerms): string {
  return terms.discount_label?.trim() || terms.code
}
