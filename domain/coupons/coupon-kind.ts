/**
 * What a kind of coupon is: how it is recognised and read from the coupon entity, when a cart may keep it (`check`) and
 * what it does to a cart's lines (`apply`). Both take and answer plain data. The pricing runs the kinds step by step and
 * knows only the steps; each kind is a file in `kinds/`, listed in `coupon-kinds.ts`.
 */
import type { CartUnits, CountedLine, OfferLine } from './coupon-line.ts'
import type { GoodsSet } from './offer-sets.ts'

/**
 * How the cart's state and its price list a kind (DEF-09): percentages per line, amounts off the cart, buy-x-get-y
 * offers, and all other offers.
 */
export type CouponFamily = 'percentage' | 'fixed' | 'buyXGetY' | 'increment'

/** Rewarded units of one product. */
export interface AffectedItem {
  sku: string
  quantity: number
}

/** What an earlier answer says of a coupon in this cart; null where it says nothing. */
export interface AnsweredResult {
  applied: boolean
  affectedItems: readonly AffectedItem[] | null
  /** The whole deduction, gross, minor units. */
  deductedMinor: number | null
}

/** Why a cart may not keep a coupon (COUPON-18, COUPON-29, COUPON-30). */
export type RemovalReason = 'invalid' | 'nothing_left' | 'affected_item_missing' | 'too_few_affected_items'

interface KindOf<Terms extends { kind: string }, Fields> {
  kind: Terms['kind']
  family: CouponFamily
  /** Whether an entity with these fields is of this kind. The registry asks the kinds in its order. */
  recognizes(fields: Fields): boolean
  /** The terms of an entity that is of this kind; null where they cannot be worked with (COUPON-29). */
  read(fields: Fields): Terms | null
  /** Why the cart may not keep the coupon after what it came to, or null. */
  check(terms: Terms, result: AnsweredResult, items: readonly CartUnits[]): RemovalReason | null
}

/** A percentage that a coupon gives, 0–100, and to what; `source` as COUPON-11 names the candidates. */
export type PercentGrant =
  | { source: 'global'; percent: number }
  | { source: 'group'; groupId: number; percent: number }
  | { source: 'excludedGroup'; groups: readonly number[]; percent: number }
  | { source: 'category'; category: string; percent: number }
  | { source: 'buyXTotal'; goods: GoodsSet; percent: number }

/** First step: percentages, of which each line gets the largest. `lines` are those that take coupons. */
export interface PercentageKind<Terms extends { kind: string }, Fields> extends KindOf<Terms, Fields> {
  step: 'percentages'
  family: 'percentage' | 'increment'
  apply(terms: Terms, lines: readonly CountedLine[]): PercentGrant[]
}

/** An offer on some goods of the cart. */
interface OfferOf<Terms extends { kind: string }, Fields> extends KindOf<Terms, Fields> {
  family: 'buyXGetY' | 'increment'
  /** The goods that it can make cheaper. */
  goods(terms: Terms): GoodsSet
}

/** Units of the line at this position. */
export interface LineUnits {
  place: number
  units: number
}

/** Units that an offer makes cheaper. */
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

/** Third step: what each unit is cheaper, minor units by the line's position; no unit falls below 0. */
export interface UnitReductionKind<Terms extends { kind: string }, Fields> extends OfferOf<Terms, Fields> {
  step: 'unitReductions'
  apply(terms: Terms, lines: readonly OfferLine[]): number[]
}

/** An amount off the sum of some lines, which are named by their position. */
export interface SumReduction {
  amountMinor: number
  places: number[]
}

/** Fourth step: amounts off sums of lines, never more than the lines still cost. */
export interface SumReductionKind<Terms extends { kind: string }, Fields> extends OfferOf<Terms, Fields> {
  step: 'sumReductions'
  apply(terms: Terms, lines: readonly OfferLine[]): SumReduction
}

/** Last step: minor units off everything that is not a gift card or fee, never more than it still costs. */
export interface CartReductionKind<Terms extends { kind: string }, Fields> extends KindOf<Terms, Fields> {
  step: 'cartReductions'
  family: 'fixed'
  apply(terms: Terms): number
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
