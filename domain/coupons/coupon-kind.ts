/**
 * The interface of a coupon kind: how it is recognised and parsed from the coupon entity, when a cart may
 * keep it (`check`), and its effect on a cart's lines (`apply`). Both functions take and return plain data.
 * Pricing runs the kinds step by step and knows only the steps; each kind is a file in `kinds/`, listed in
 * `coupon-kinds.ts`.
 */
import type { Minor } from '../money/money.ts'
import type { CountedLine, OfferLine } from './coupon-line.ts'
import type { SkuUnits } from '../products/sku.ts'
import type { GoodsSet } from './offer-sets.ts'

/**
 * The group of a kind in the cart's state and price (DEF-09): percentages per line, amounts off the cart,
 * buy-x-get-y offers, and all other offers.
 */
export type CouponFamily = 'percentage' | 'fixed' | 'buyXGetY' | 'increment'

/** The stored result of a coupon in this cart; null where it has none. */
export interface AnsweredResult {
  applied: boolean
  affectedItems: readonly SkuUnits[] | null
  /** The whole deduction, gross, minor units. */
  deductedMinor: Minor | null
}

/** Why a cart may not keep a coupon (COUPON-18, COUPON-29, COUPON-30). */
export type RemovalReason = 'invalid' | 'nothing_left' | 'affected_item_missing' | 'too_few_affected_items'

interface KindOf<Terms extends { kind: string }, Fields> {
  kind: Terms['kind']
  family: CouponFamily
  /** Whether an entity with these fields is of this kind. The registry asks the kinds in its order. */
  recognizes(fields: Fields): boolean
  /** Parses the terms of an entity of this kind; null where they are invalid (COUPON-29). */
  read(fields: Fields): Terms | null
  /** Why the cart may not keep the coupon with this result, or null. */
  check(terms: Terms, result: AnsweredResult, items: readonly SkuUnits[]): RemovalReason | null
}

/** A percentage that a coupon gives, 0–100, and its target; `source` names the candidate of COUPON-11. */
export type PercentGrant =
  | { source: 'global'; percent: number }
  | { source: 'group'; groupId: number; percent: number }
  | { source: 'excludedGroup'; groups: readonly number[]; percent: number }
  | { source: 'category'; category: string; percent: number }
  | { source: 'buyXTotal'; goods: GoodsSet; percent: number }

/** First step: percentages; each line gets the largest. `lines` are those that accept coupons. */
export interface PercentageKind<Terms extends { kind: string }, Fields> extends KindOf<Terms, Fields> {
  step: 'percentages'
  family: 'percentage' | 'increment'
  apply(terms: Terms, lines: readonly CountedLine[]): PercentGrant[]
}

/** An offer on some products of the cart. */
interface OfferOf<Terms extends { kind: string }, Fields> extends KindOf<Terms, Fields> {
  family: 'buyXGetY' | 'increment'
  /** The products that it can reduce. */
  goods(terms: Terms): GoodsSet
}

/** Units of the line at this position. */
export interface LineUnits {
  place: number
  units: number
}

/** Units that an offer reduces. */
export interface UnitReward {
  rewarded: LineUnits[]
  /** Basis points off the price of a rewarded unit. */
  percentBasisPoints: number
}

/** Second step: rewarded units, coupon by coupon in the order in which the shopper added them. */
export interface UnitRewardKind<Terms extends { kind: string }, Fields> extends OfferOf<Terms, Fields> {
  step: 'unitRewards'
  apply(terms: Terms, lines: readonly OfferLine[]): UnitReward
}

/** Third step: a reduction per unit, minor units by the line's position; no unit falls below 0. */
export interface UnitReductionKind<Terms extends { kind: string }, Fields> extends OfferOf<Terms, Fields> {
  step: 'unitReductions'
  apply(terms: Terms, lines: readonly OfferLine[]): Minor[]
}

/** An amount off the sum of some lines, given by position. */
export interface SumReduction {
  amountMinor: Minor
  places: number[]
}

/** Fourth step: amounts off sums of lines, at most the lines' remaining amount. */
export interface SumReductionKind<Terms extends { kind: string }, Fields> extends OfferOf<Terms, Fields> {
  step: 'sumReductions'
  apply(terms: Terms, lines: readonly OfferLine[]): SumReduction
}

/** Last step: minor units off everything except gift cards and fees, at most the remaining amount. */
export interface CartReductionKind<Terms extends { kind: string }, Fields> extends KindOf<Terms, Fields> {
  step: 'cartReductions'
  family: 'fixed'
  apply(terms: Terms): Minor
}

export type AnyKind<Terms extends { kind: string }, Fields> =
  | PercentageKind<Terms, Fields>
  | UnitRewardKind<Terms, Fields>
  | UnitReductionKind<Terms, Fields>
  | SumReductionKind<Terms, Fields>
  | CartReductionKind<Terms, Fields>

/** `check` of kinds that a cart may always keep. */
export function mayBeKept(): null {
  return null
}
