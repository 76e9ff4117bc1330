/**
 * Which codes are sound: what the shop refuses to give out (a definition that contradicts itself) and what a
 * cart refuses to keep (COUPON-18, COUPON-29, COUPON-30). It judges data only; dates and limits of use are
 * not known here.
 */
import { isMajorAmount } from '../money/money.ts'
import { couponKind, type Coupon, type CouponDefinition, type CouponTerms } from './coupon.ts'

/** Why a definition cannot be given out. */
export type DefinitionProblem =
  | 'missing_code'
  | 'bad_percentage'
  | 'bad_amount'
  | 'bad_quantity'
  | 'more_than_one_kind'
  | 'matches_nothing'
  | 'gives_nothing'

export type DefinitionCheck = { ok: true } | { ok: false; code: DefinitionProblem }

const isPercent = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 100
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1
const isAmount = (value: unknown): boolean => isMajorAmount(value) && value > 0
const isAbsent = (value: unknown): boolean => value == null || value === 0

/** What each kind asks of its own fields. */
const requirements: Record<
  ReturnType<typeof couponKind>,
  (terms: CouponTerms) => DefinitionProblem | null
> = {
  global: (terms) => (isPercent(terms.percentage_discount ?? 0) ? null : 'bad_percentage'),
  restricted: (terms) => {
    if (!isPercent(terms.percentage_discount ?? 0)) return 'bad_percentage'
    const named = terms.specific_groups ?? []
    const excluded = terms.excluded_groups ?? []
    const isEmpty = named.length > 0 && named.every((group) => excluded.includes(group))
    return isEmpty && !terms.specific_discount_categories?.length ? 'matches_nothing' : null
  },
  fixed: (terms) => (isAmount(terms.fixed_amount) ? null : 'bad_amount'),
  buyXGetY: (terms) => {
    if (!isCount(terms.buy_x) || !isCount(terms.get_y)) return 'bad_quantity'
    return terms.discount_type_value === 3 || isPercent(terms.discount_type_percentage)
      ? null
      : 'bad_percentage'
  },
  quantityInterval: (terms) => {
    if (!isCount(terms.buy_x_quantity_interval_buy) || !isCount(terms.buy_x_get_amount ?? 1))
      return 'bad_quantity'
    return isPercent(terms.buy_x_percentage_interval_get) ? null : 'bad_percentage'
  },
  quantityIncrement: (terms) => {
    const threshold = terms.buy_x_increment_buy_quantity ?? 1
    if (!isCount(terms.buy_x_quantity_increment_buy) || !isCount(threshold)) return 'bad_quantity'
    return isPercent(terms.buy_x_percentage_increment_get) ? null : 'bad_percentage'
  },
  amountInterval: (terms) =>
    isAmount(terms.coupon_buy_x_interval_amount_buy) && isAmount(terms.coupon_buy_x_interval_amount_get)
      ? null
      : 'bad_amount',
  amountIncrement: (terms) =>
    isAmount(terms.coupon_buy_x_increment_amount_buy) && isAmount(terms.coupon_buy_x_increment_amount_get)
      ? null
      : 'bad_amount',
}

/** How many different discounts the terms promise at once; a sound code promises one. */
function countPromises(terms: CouponTerms): number {
  return [
    terms.buy_x_quantity_interval_buy,
    terms.coupon_buy_x_interval_amount_buy,
    terms.buy_x_quantity_increment_buy,
    terms.coupon_buy_x_increment_amount_buy,
    terms.buy_x ?? terms.get_y,
    terms.percentage_discount,
    terms.fixed_amount,
  ].filter((value) => !isAbsent(value)).length
}

/** Whether the terms give neither a discount nor a gift. */
export function promisesNothing(definition: CouponDefinition): boolean {
  return countPromises(definition) === 0 && !definition.gift_sku
}

/** Whether a definition can be given out: one promise, in numbers that make sense. */
export function checkDefinition(definition: CouponDefinition): DefinitionCheck {
  if (definition.code.trim() === '') return { ok: false, code: 'missing_code' }
  if (countPromises(definition) > 1) return { ok: false, code: 'more_than_one_kind' }
  const spend = definition.minimum_spend
  if (spend != null && !(isMajorAmount(spend) && spend >= 0)) return { ok: false, code: 'bad_amount' }
  const problem = requirements[couponKind(definition)](definition)
  return problem === null ? { ok: true } : { ok: false, code: problem }
}

/** Whether the terms of a buy-x-get-y code can be worked with (COUPON-29). */
export function hasSoundOffer(terms: CouponTerms): boolean {
  const percentage = terms.discount_type_percentage
  return (
    isCount(terms.buy_x) &&
    isCount(terms.get_y) &&
    (terms.discount_type_value === 3 || percentage == null || isPercent(percentage))
  )
}

/** Whether a buy-x-get-y code as answered by the back end can be kept (COUPON-29). */
function isSoundBuyXGetY(coupon: Coupon): boolean {
  const amount = coupon.buyx_free_amount
  return (
    hasSoundOffer(coupon) &&
    Array.isArray(coupon.all_affected_items) &&
    typeof amount === 'number' &&
    amount >= 0
  )
}

/** Affected units still in the cart: Σ min(listed quantity, quantity in cart) (COUPON-27). */
export function countAffectedUnits(
  coupon: Coupon,
  items: readonly { sku: string; quantity: number }[],
): number {
  return (coupon.all_affected_items ?? []).reduce((count, affected) => {
    const inCart = items.reduce((sum, item) => (item.sku === affected.sku ? sum + item.quantity : sum), 0)
    return count + Math.min(affected.quantity, inCart)
  }, 0)
}

/** Why a cart may not keep an applied code. */
export type RemovalReason = 'invalid' | 'nothing_left' | 'affected_item_missing' | 'too_few_affected_items'

/** Why a code has to leave this cart, or null where it may stay (COUPON-18, COUPON-29, COUPON-30). */
export function removalReason(
  coupon: Coupon,
  items: readonly { sku: string; quantity: number }[],
): RemovalReason | null {
  const kind = couponKind(coupon)
  if (kind === 'fixed') return coupon.fixed_amount! > 0 ? null : 'nothing_left'
  if (kind !== 'buyXGetY' || !coupon.applied) return null
  if (!isSoundBuyXGetY(coupon)) return 'invalid'
  const isMissing = coupon.all_affected_items!.some(({ sku }) => !items.some((item) => item.sku === sku))
  if (isMissing) return 'affected_item_missing'
  return countAffectedUnits(coupon, items) < coupon.get_y! ? 'too_few_affected_items' : null
}
