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

const isPercent = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= 100
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1
/** A gift is a few units of something, not the stock. */
const isGift = (value: unknown): boolean => isCount(value) && (value as number) <= 100
const isAmount = (value: unknown): boolean => isMajorAmount(value) && value > 0
const isAbsent = (value: unknown): boolean => value == null || value === 0

type Asked = readonly [field: keyof CouponDefinition, sound: boolean]

/** The first field that is not as asked. */
function firstBad(code: DefinitionProblem, ...asked: readonly Asked[]): Contradiction | null {
  const bad = asked.find(([, sound]) => !sound)
  return bad ? { code, field: bad[0] } : null
}

/** What each kind asks of its own fields. */
const requirements: Record<ReturnType<typeof couponKind>, (terms: CouponTerms) => Contradiction | null> = {
  global: (terms) =>
    firstBad('bad_percentage', ['percentage_discount', isPercent(terms.percentage_discount ?? 0)]),
  restricted: (terms) => {
    const named = terms.specific_groups ?? []
    const excluded = terms.excluded_groups ?? []
    const isEmpty = named.length > 0 && named.every((group) => excluded.includes(group))
    return (
      firstBad('bad_percentage', ['percentage_discount', isPercent(terms.percentage_discount ?? 0)]) ??
      firstBad('matches_nothing', [
        'specific_groups',
        !isEmpty || Boolean(terms.specific_discount_categories?.length),
      ])
    )
  },
  fixed: (terms) => firstBad('bad_amount', ['fixed_amount', isAmount(terms.fixed_amount)]),
  buyXGetY: (terms) =>
    firstBad('bad_quantity', ['buy_x', isCount(terms.buy_x)], ['get_y', isCount(terms.get_y)]) ??
    firstBad('bad_percentage', [
      'discount_type_percentage',
      terms.discount_type_value === 3 || isPercent(terms.discount_type_percentage),
    ]),
  quantityInterval: (terms) =>
    firstBad(
      'bad_quantity',
      ['buy_x_quantity_interval_buy', isCount(terms.buy_x_quantity_interval_buy)],
      ['buy_x_get_amount', isCount(terms.buy_x_get_amount ?? 1)],
    ) ??
    firstBad('bad_percentage', [
      'buy_x_percentage_interval_get',
      isPercent(terms.buy_x_percentage_interval_get),
    ]),
  quantityIncrement: (terms) =>
    firstBad(
      'bad_quantity',
      ['buy_x_quantity_increment_buy', isCount(terms.buy_x_quantity_increment_buy)],
      ['buy_x_increment_buy_quantity', isCount(terms.buy_x_increment_buy_quantity ?? 1)],
    ) ??
    firstBad('bad_percentage', [
      'buy_x_percentage_increment_get',
      isPercent(terms.buy_x_percentage_increment_get),
    ]),
  amountInterval: (terms) =>
    firstBad(
      'bad_amount',
      ['coupon_buy_x_interval_amount_buy', isAmount(terms.coupon_buy_x_interval_amount_buy)],
      ['coupon_buy_x_interval_amount_get', isAmount(terms.coupon_buy_x_interval_amount_get)],
    ),
  amountIncrement: (terms) =>
    firstBad(
      'bad_amount',
      ['coupon_buy_x_increment_amount_buy', isAmount(terms.coupon_buy_x_increment_amount_buy)],
      ['coupon_buy_x_increment_amount_get', isAmount(terms.coupon_buy_x_increment_amount_get)],
    ),
}

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

/** Whether a definition can be given out: one promise, in numbers that make sense. */
export function checkDefinition(definition: CouponDefinition): DefinitionCheck {
  const spend = definition.minimum_spend
  const [, second] = promisesOf(definition)
  const contradiction =
    firstBad('missing_code', ['code', definition.code.trim() !== '']) ??
    (second ? { code: 'more_than_one_kind' as const, field: second } : null) ??
    (spend != null && !(isMajorAmount(spend) && spend >= 0)
      ? { code: 'bad_amount' as const, field: 'minimum_spend' as const }
      : null) ??
    firstBad('bad_quantity', ['gift_quantity', isGift(definition.gift_quantity ?? 1)]) ??
    requirements[couponKind(definition)](definition)
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
