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

/** What is wrong, and which field says it. */
export interface Contradiction {
  code: DefinitionProblem
  field: keyof CouponDefinition
}

export type DefinitionCheck = { ok: true } | ({ ok: false } & Contradiction)

type Sound = (value: unknown) => boolean

const isPercent: Sound = (value) => typeof value === 'number' && value >= 0 && value <= 100
const isCount: Sound = (value) => Number.isSafeInteger(value) && (value as number) >= 1
/** A gift is a few units of something, not the stock. */
const isGift: Sound = (value) => isCount(value) && (value as number) <= 100
const isAmount: Sound = (value) => isMajorAmount(value) && value > 0
const isSpend: Sound = (value) => isMajorAmount(value) && value >= 0
const orNone =
  (isSound: Sound): Sound =>
  (value) =>
    value == null || isSound(value)
const isAbsent = (value: unknown): boolean => value == null || value === 0

type Rule = (definition: CouponDefinition) => Contradiction | null

/** The fields must be sound; the first that is not is to blame. */
function asks(code: DefinitionProblem, isSound: Sound, ...fields: readonly (keyof CouponDefinition)[]): Rule {
  return (definition) => {
    const bad = fields.find((field) => !isSound(definition[field]))
    return bad === undefined ? null : { code, field: bad }
  }
}

/** What the first of the rules finds that finds anything. */
function firstOf(...rules: readonly Rule[]): Rule {
  return (definition) => {
    for (const rule of rules) {
      const found = rule(definition)
      if (found !== null) return found
    }
    return null
  }
}

/** Groups that are all excluded leave nothing, unless discount categories are named beside them. */
const matchesSomething: Rule = (terms) => {
  const named = terms.specific_groups ?? []
  const excluded = terms.excluded_groups ?? []
  const isEmpty = named.length > 0 && named.every((group) => excluded.includes(group))
  return isEmpty && !terms.specific_discount_categories?.length
    ? { code: 'matches_nothing', field: 'specific_groups' }
    : null
}

const percentage = asks('bad_percentage', orNone(isPercent), 'percentage_discount')
const offerPercentage = asks('bad_percentage', isPercent, 'discount_type_percentage')

/** What each kind asks of its own fields. */
const requirements: Record<ReturnType<typeof couponKind>, Rule> = {
  global: percentage,
  restricted: firstOf(percentage, matchesSomething),
  fixed: asks('bad_amount', isAmount, 'fixed_amount'),
  buyXGetY: firstOf(asks('bad_quantity', isCount, 'buy_x', 'get_y'), (terms) =>
    terms.discount_type_value === 3 ? null : offerPercentage(terms),
  ),
  quantityInterval: firstOf(
    asks('bad_quantity', isCount, 'buy_x_quantity_interval_buy'),
    asks('bad_quantity', orNone(isCount), 'buy_x_get_amount'),
    asks('bad_percentage', isPercent, 'buy_x_percentage_interval_get'),
  ),
  quantityIncrement: firstOf(
    asks('bad_quantity', isCount, 'buy_x_quantity_increment_buy'),
    asks('bad_quantity', orNone(isCount), 'buy_x_increment_buy_quantity'),
    asks('bad_percentage', isPercent, 'buy_x_percentage_increment_get'),
  ),
  amountInterval: asks('bad_amount', isAmount, 'coupon_buy_x_interval_amount_buy', 'coupon_buy_x_interval_amount_get'),
  amountIncrement: asks('bad_amount', isAmount, 'coupon_buy_x_increment_amount_buy', 'coupon_buy_x_increment_amount_get'),
} // prettier-ignore

/** The fields that promise a discount each, of those the terms fill; a sound code has one. */
function promisesOf(terms: CouponTerms): (keyof CouponTerms)[] {
  const fields = [
    'buy_x_quantity_interval_buy',
    'coupon_buy_x_interval_amount_buy',
    'buy_x_quantity_increment_buy',
    'coupon_buy_x_increment_amount_buy',
    terms.buy_x == null ? 'get_y' : 'buy_x',
    'percentage_discount',
    'fixed_amount',
  ] as const
  return fields.filter((field) => !isAbsent(terms[field]))
}

/** Whether the terms give neither a discount nor a gift. */
export function promisesNothing(definition: CouponDefinition): boolean {
  return promisesOf(definition).length === 0 && !definition.gift_sku
}

/** The second discount that the terms promise is one too many. */
const promisesOnce: Rule = (terms) => {
  const [, second] = promisesOf(terms)
  return second === undefined ? null : { code: 'more_than_one_kind', field: second }
}

const contradictionOf = firstOf(
  asks('missing_code', (code) => (code as string).trim() !== '', 'code'),
  promisesOnce,
  asks('bad_amount', orNone(isSpend), 'minimum_spend'),
  asks('bad_quantity', orNone(isGift), 'gift_quantity'),
  (definition) => requirements[couponKind(definition)](definition),
)

/** Whether a definition can be given out: one promise, in numbers that make sense. */
export function checkDefinition(definition: CouponDefinition): DefinitionCheck {
  const contradiction = contradictionOf(definition)
  return contradiction === null ? { ok: true } : { ok: false, ...contradiction }
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
