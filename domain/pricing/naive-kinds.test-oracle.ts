/**
 * How each kind of coupon is priced according to the requirement rows alone: the half of the reference
 * pricing to which a new kind adds its case. Exact fractions of big integers, as simple as possible; it
 * shares no code with the kinds.
 */
import type { CouponDefinition } from '../coupons/coupon.ts'
import type { PriceCartLine } from './priced-cart.ts'

/** A fraction; the denominator is positive. */
export type Fraction = readonly [bigint, bigint]

export interface Unit {
  line: PriceCartLine
  lineIndex: number
  /** Tier price, öre. */
  tier: bigint
  /** Percent off the tier price: the effective one, or a reward's where that is higher (DEF-13). */
  percent: Fraction
  /** Öre off after the percentage (COUPON-40). */
  off: bigint
  rewarded: boolean
}

export const zero: Fraction = [0n, 1n]

export function fraction(value: number): Fraction {
  const [whole, decimals = ''] = value.toFixed(4).split('.')
  return [BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length)]
}

export function isMore([a, b]: Fraction, [c, d]: Fraction): boolean {
  return a * d > c * b
}

/** Rounds half away from zero, for values ≥ 0. */
export function round([numerator, denominator]: Fraction): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

export const total = (values: bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)
export const minor = (major: number): bigint => round([fraction(major)[0] * 100n, fraction(major)[1]])
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Öre rounded to whole kronor or cents (VAT-05). */
export function rounded([numerator, denominator]: Fraction, digits: number): bigint {
  const step = digits === 0 ? 100n : 1n
  return round([numerator, denominator * step]) * step
}

/**
 * What units of one line cost together (DEF-06): each its tier price less its percentage less its amount off, not below
 * 0; the exact sum is rounded once.
 */
export function together(units: readonly Unit[], digits: number): bigint {
  let sum: Fraction = zero
  for (const { tier, percent, off } of units) {
    const [p, q] = percent
    const denominator = 100n * q
    const price = tier * (denominator - p) - off * denominator
    if (price <= 0n) continue
    sum =
      sum[1] === denominator
        ? [sum[0] + price, denominator]
        : [sum[0] * denominator + price * sum[1], sum[1] * denominator]
  }
  return rounded(sum, digits)
}

export const takesNothing = (line: PriceCartLine): boolean =>
  Boolean(line.giftCard || line.fee || line.addedByCoupon != null || line.personalOffer)

/**
 * Whether a set contains a line: by product, category or group, or every line where its lists are empty or
 * its whole-order flag is set (DEF-10, DEF-11).
 */
export function isIn(side: 'buy' | 'get', terms: CouponDefinition, line: PriceCartLine): boolean {
  if (takesNothing(line)) return false
  const whole = side === 'buy' ? terms.buy_x_buy_items_whole_order : terms.buy_x_get_items_whole_order
  if (whole) return true
  const products = (side === 'buy' ? terms.buy_products : terms.get_products) ?? []
  const categories = (side === 'buy' ? terms.buy_categories : terms.get_categories) ?? []
  const groups = (side === 'buy' ? terms.buy_groups : terms.get_groups) ?? []
  if (products.length + categories.length + groups.length === 0)
    return side === 'buy' || isIn('buy', terms, line)
  for (const product of products) if (product === line.productId) return true
  for (const category of categories) for (const own of line.categoryIds) if (category === own) return true
  for (const group of groups) if (group === line.groupId) return true
  return false
}

/** Gross spend on the buy set at tier prices (COUPON-36). */
function spend(terms: CouponDefinition, units: Unit[]): bigint {
  return total(units.filter((unit) => isIn('buy', terms, unit.line)).map((unit) => unit.tier))
}

/** How a kind of coupon is priced; exactly one of the steps is defined. */
interface NaiveCase {
  kind: string
  is(terms: CouponDefinition): boolean
  /** Percentages for a line, of which the largest over all coupons applies. */
  percents?(terms: CouponDefinition, line: PriceCartLine, lines: readonly PriceCartLine[]): number[]
  /** Whether that many rewarded units are earned when that many others are paid for. */
  isEarned?(terms: CouponDefinition, wanted: number, paid: number): boolean
  rewardPercent?(terms: CouponDefinition): number
  /** Öre off each unit of the get set. */
  offEach?(terms: CouponDefinition, units: Unit[]): bigint
  /** Öre off the get set's sum. */
  offSum?(terms: CouponDefinition, units: Unit[]): bigint
  /** Öre off the cart. */
  offCart?(terms: CouponDefinition): bigint
}

/** The kinds in their order: the first that matches an entity is its kind (DEF-09). */
export const naiveCases: readonly NaiveCase[] = [
  {
    kind: 'quantityInterval',
    is: (terms) => (terms.buy_x_quantity_interval_buy ?? 0) > 0,
    isEarned: (terms, wanted, paid) =>
      Math.floor(paid / terms.buy_x_quantity_interval_buy!) * (terms.buy_x_get_amount ?? 1) >= wanted,
    rewardPercent: (terms) => terms.buy_x_percentage_interval_get!,
  },
  {
    kind: 'amountInterval',
    is: (terms) => (terms.coupon_buy_x_interval_amount_buy ?? 0) > 0,
    offSum: (terms, units) =>
      (spend(terms, units) / minor(terms.coupon_buy_x_interval_amount_buy!)) *
      minor(terms.coupon_buy_x_interval_amount_get!),
  },
  {
    kind: 'quantityIncrement',
    is: (terms) => (terms.buy_x_quantity_increment_buy ?? 0) > 0,
    percents(terms, line, lines) {
      if (!isIn('get', terms, line)) return []
      const every = terms.buy_x_quantity_increment_buy!
      let bought = 0
      for (const other of lines) if (isIn('buy', terms, other)) bought += other.quantity
      let level = 0
      for (let needed = terms.buy_x_increment_buy_quantity ?? every; needed <= bought; needed += every)
        level++
      return [Math.min(100, level * (terms.buy_x_percentage_increment_get ?? 0))]
    },
  },
  {
    kind: 'amountIncrement',
    is: (terms) => (terms.coupon_buy_x_increment_amount_buy ?? 0) > 0,
    offEach: (terms, units) =>
      (spend(terms, units) / minor(terms.coupon_buy_x_increment_amount_buy!)) *
      minor(terms.coupon_buy_x_increment_amount_get!),
  },
  {
    kind: 'buyXGetY',
    is: (terms) => terms.buy_x != null || terms.get_y != null,
    isEarned: (terms, wanted, paid) => wanted === terms.get_y && paid >= terms.buy_x!,
    rewardPercent: (terms) => (terms.discount_type_value === 3 ? 100 : terms.discount_type_percentage!),
  },
  {
    kind: 'fixed',
    is: (terms) => terms.fixed_amount != null && !terms.percentage_discount,
    offCart: (terms) => minor(terms.fixed_amount!),
  },
  {
    kind: 'restricted',
    is: (terms) =>
      [terms.specific_groups, terms.excluded_groups, terms.specific_discount_categories].some(
        (list) => (list ?? []).length > 0,
      ),
    percents(terms, { groupId: group, discountCategory }) {
      const percent = terms.percentage_discount ?? 0
      const named = terms.specific_groups ?? []
      const excluded = terms.excluded_groups ?? []
      const isNamed = group !== null && named.includes(group)
      const isExcluded = group !== null && excluded.includes(group)
      const reached = [
        isNamed && !isExcluded,
        named.length === 0 && excluded.length > 0 && !isExcluded,
        discountCategory !== null && (terms.specific_discount_categories ?? []).includes(discountCategory),
      ]
      return reached.includes(true) ? [percent] : []
    },
  },
  { kind: 'global', is: () => true, percents: (terms) => [terms.percentage_discount ?? 0] },
]

export const caseOf = (terms: CouponDefinition): NaiveCase => naiveCases.find((each) => each.is(terms))!

/** The kind of a definition (DEF-09). */
export function naiveKind(terms: CouponDefinition): string {
  return caseOf(terms).kind
}
