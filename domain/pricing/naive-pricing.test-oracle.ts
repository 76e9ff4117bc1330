/**
 * A second pricing, written from the requirement rows alone to check the real one: every unit by itself,
 * fractions of big integers, no cleverness. Slow on purpose; only tests use it. It shares no code with the
 * engine, only the shapes of its input.
 */
import type { CouponDefinition } from '../coupons/coupon.ts'
import type { PriceCartLine } from './priced-cart.ts'

/** A fraction; the denominator is positive. */
type Fraction = readonly [bigint, bigint]

interface Unit {
  line: PriceCartLine
  lineIndex: number
  /** Tier price, öre. */
  tier: bigint
  percent: Fraction
  /** What is left to pay for it, öre. */
  price: bigint
  rewarded: boolean
}

export interface NaiveResult {
  units: bigint[]
  unitsExVat: bigint[]
  lineNets: bigint[]
  lineVats: bigint[]
  sum: bigint
  /** Code → gross deduction. */
  deductions: Map<string, bigint>
  applied: string[]
}

const zero: Fraction = [0n, 1n]

function fraction(value: number): Fraction {
  const [whole, decimals = ''] = value.toFixed(4).split('.')
  return [BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length)]
}

function isMore([a, b]: Fraction, [c, d]: Fraction): boolean {
  return a * d > c * b
}

/** Half away from zero, for values ≥ 0. */
function round([numerator, denominator]: Fraction): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

const total = (values: bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)
const minor = (major: number): bigint => round([fraction(major)[0] * 100n, fraction(major)[1]])
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** DEF-06 with VAT: öre less percent, to whole kronor or cents. */
function rounded(price: bigint, [p, q]: Fraction, digits: number): bigint {
  const step = digits === 0 ? 100n : 1n
  return round([price * (100n * q - p), 100n * q * step]) * step
}

/** DEF-06 without VAT. */
function roundedExVat(price: bigint, [p, q]: Fraction, vatRate: number): bigint {
  return round([price * (100n * q - p) * 10_000n, 100n * q * BigInt(10_000 + vatRate)])
}

const takesNothing = (line: PriceCartLine): boolean =>
  Boolean(line.giftCard || line.fee || line.addedByCoupon != null)

function tierPrice(line: PriceCartLine): bigint {
  let price = line.priceMinor
  if (!line.fixedPrice) {
    const sorted = [...line.tiers].sort((a, b) => a.q - b.q)
    for (const tier of sorted) if (tier.q <= line.quantity) price = tier.p
  }
  return BigInt(price)
}

/** DEF-10, DEF-11. */
function isIn(side: 'buy' | 'get', terms: CouponDefinition, line: PriceCartLine): boolean {
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

/** COUPON-07..11, 19, 38: the largest percentage that reaches a line. */
function percentOf(
  line: PriceCartLine,
  lines: readonly PriceCartLine[],
  coupons: CouponDefinition[],
  customer: Record<string, number>,
): Fraction {
  if (takesNothing(line)) return zero
  const candidates: number[] = [0]
  if (line.discountCategory !== null) candidates.push(customer[line.discountCategory] ?? 0)
  for (const coupon of coupons) {
    const percent = coupon.percentage_discount ?? 0
    const named = coupon.specific_groups ?? []
    const excluded = coupon.excluded_groups ?? []
    const categories = coupon.specific_discount_categories ?? []
    const group = line.groupId
    if (percent > 0) {
      if (named.length + excluded.length + categories.length === 0) candidates.push(percent)
      const isNamed = group !== null && named.includes(group)
      const isExcluded = group !== null && excluded.includes(group)
      if (isNamed && !isExcluded) candidates.push(percent)
      if (named.length === 0 && excluded.length > 0 && !isExcluded) candidates.push(percent)
      if (line.discountCategory !== null && categories.includes(line.discountCategory))
        candidates.push(percent)
    }
    const every = coupon.buy_x_quantity_increment_buy ?? 0
    if (every > 0 && isIn('get', coupon, line)) {
      let bought = 0
      for (const other of lines) if (isIn('buy', coupon, other)) bought += other.quantity
      let level = 0
      for (let needed = coupon.buy_x_increment_buy_quantity ?? every; needed <= bought; needed += every)
        level++
      candidates.push(Math.min(100, level * (coupon.buy_x_percentage_increment_get ?? 0)))
    }
  }
  let best = zero
  for (const candidate of candidates) if (isMore(fraction(candidate), best)) best = fraction(candidate)
  return best
}

const compare = (a: string | bigint | number, b: string | bigint | number): number =>
  a < b ? -1 : a > b ? 1 : 0

/** COUPON-21, COUPON-34, DEF-12, DEF-13. */
function reward(terms: CouponDefinition, units: Unit[], digits: number): bigint {
  const open = units.filter((unit) => !unit.rewarded)
  const isShared = (unit: Unit) => isIn('buy', terms, unit.line)
  const bought = open.filter(isShared).length
  const queue = open.filter((unit) => isIn('get', terms, unit.line))
  const charged = (unit: Unit) => rounded(unit.tier, zero, digits)
  queue.sort(
    (a, b) =>
      compare(Number(isShared(a)), Number(isShared(b))) ||
      compare(charged(a), charged(b)) ||
      compare(a.line.sku, b.line.sku) ||
      compare(a.line.uuid, b.line.uuid),
  )
  let count = 0
  for (let wanted = 1; wanted <= queue.length; wanted++) {
    const paid = bought - queue.slice(0, wanted).filter(isShared).length
    const interval = terms.buy_x_quantity_interval_buy
    if (interval) {
      if (Math.floor(paid / interval) * (terms.buy_x_get_amount ?? 1) >= wanted) count = wanted
    } else if (wanted === terms.get_y && paid >= terms.buy_x!) count = wanted
  }
  const full = terms.discount_type_value === 3
  const percent = terms.buy_x_quantity_interval_buy
    ? terms.buy_x_percentage_interval_get!
    : full
      ? 100
      : terms.discount_type_percentage!
  let off = 0n
  for (const unit of queue.slice(0, count)) {
    const higher = isMore(fraction(percent), unit.percent) ? fraction(percent) : unit.percent
    const after = rounded(unit.tier, higher, digits)
    off += unit.price - after
    unit.price = after
    unit.rewarded = true
  }
  return off
}

function spend(terms: CouponDefinition, units: Unit[], digits: number): bigint {
  return total(
    units.filter((unit) => isIn('buy', terms, unit.line)).map((unit) => rounded(unit.tier, zero, digits)),
  )
}

/** COUPON-40. */
function lowerEach(terms: CouponDefinition, units: Unit[], digits: number): bigint {
  const levels = spend(terms, units, digits) / minor(terms.coupon_buy_x_increment_amount_buy!)
  const each = levels * minor(terms.coupon_buy_x_increment_amount_get!)
  let off = 0n
  for (const unit of units) {
    if (!isIn('get', terms, unit.line)) continue
    const cut = smaller(each, unit.price)
    unit.price -= cut
    off += cut
  }
  return off
}

/** Takes an amount off several sums, öre by öre, each from the one that has given the least of its own so far. */
function takeEvenly(sums: number[], amount: number): number[] {
  const left = [...sums]
  for (let taken = 0; taken < amount && left.some((value) => value > 0); taken++) {
    let last = -1
    for (let index = 0; index < left.length; index++) {
      if (left[index]! === 0) continue
      // sums/left is the share that stays: whoever has it smallest gives next, later ones before earlier ones.
      if (last < 0 || sums[index]! * left[last]! <= sums[last]! * left[index]!) last = index
    }
    left[last]! -= 1
  }
  return left
}

/** DEF-15: in proportion, the öre left over to the largest fractions. */
function shares(amount: bigint, sums: bigint[]): bigint[] {
  const whole = total(sums)
  if (whole === 0n || amount === 0n) return sums.map(() => 0n)
  const exact = sums.map((value) => ({ down: (amount * value) / whole, rest: (amount * value) % whole }))
  const result = exact.map(({ down }) => down)
  const order = exact
    .map((_, index) => index)
    .sort((a, b) => compare(exact[b]!.rest, exact[a]!.rest) || a - b)
  for (const index of order) if (total(result) < amount) result[index]! += 1n
  return result
}

/**
 * The whole calculation; `definitions` are sound and in the order in which their codes were added, lines by sku and
 * uuid, which settle every tie (DEF-12).
 */
export function naivePrice(
  lines: readonly PriceCartLine[],
  definitions: readonly CouponDefinition[],
  customer: Record<string, number>,
  digits: 0 | 2,
): NaiveResult {
  const minimumBase = total(
    lines
      .filter((line) => !line.giftCard && !line.fee)
      .map((line) => {
        const unit = takesNothing(line) ? tierPrice(line) : rounded(tierPrice(line), zero, digits)
        return unit * BigInt(line.quantity)
      }),
  )
  const coupons = definitions.filter((coupon) => minor(coupon.minimum_spend ?? 0) <= minimumBase)
  const percents = lines.map((line) => percentOf(line, lines, coupons, customer))
  const keeps = lines.map(takesNothing)
  const tiers = lines.map(tierPrice)
  const unitPrices = lines.map((_, i) => (keeps[i] ? tiers[i]! : rounded(tiers[i]!, percents[i]!, digits)))
  const rates = lines.map((line) => (line.giftCard ? 0 : line.vatRateBasisPoints))
  const units: Unit[] = lines.flatMap((line, lineIndex) =>
    Array.from({ length: line.quantity }, () => ({
      line,
      lineIndex,
      tier: tiers[lineIndex]!,
      percent: percents[lineIndex]!,
      price: unitPrices[lineIndex]!,
      rewarded: false,
    })),
  )
  const deductions = new Map<string, bigint>()
  for (const coupon of coupons) {
    const isUnitCount = coupon.buy_x_quantity_interval_buy || coupon.buy_x != null
    if (isUnitCount) deductions.set(coupon.code, reward(coupon, units, digits))
  }
  const byCode = [...coupons].sort((a, b) => compare(a.code, b.code))
  for (const coupon of byCode) {
    if (coupon.coupon_buy_x_increment_amount_buy)
      deductions.set(coupon.code, lowerEach(coupon, units, digits))
  }
  const left = lines.map((_, index) =>
    total(units.filter((unit) => unit.lineIndex === index).map((unit) => unit.price)),
  )
  for (const coupon of byCode) {
    if (!coupon.coupon_buy_x_interval_amount_buy) continue
    const times = spend(coupon, units, digits) / minor(coupon.coupon_buy_x_interval_amount_buy)
    const amount = times * minor(coupon.coupon_buy_x_interval_amount_get!)
    const chosen = lines.map((_, index) => index).filter((index) => isIn('get', coupon, lines[index]!))
    const before = chosen.map((index) => Number(left[index]!))
    const after = takeEvenly(before, Number(amount))
    chosen.forEach((index, position) => (left[index] = BigInt(after[position]!)))
    deductions.set(coupon.code, total(before.map((value, position) => BigInt(value - after[position]!))))
  }
  for (const coupon of byCode) {
    if (coupon.fixed_amount == null || coupon.percentage_discount) continue
    const open = left.map((value, index) => (lines[index]!.giftCard || lines[index]!.fee ? 0n : value))
    const amount = smaller(minor(coupon.fixed_amount), total(open))
    shares(amount, open).forEach((share, index) => (left[index]! -= share))
    deductions.set(coupon.code, amount)
  }
  return {
    units: unitPrices,
    unitsExVat: lines.map((_, i) => roundedExVat(tiers[i]!, keeps[i] ? zero : percents[i]!, rates[i]!)),
    lineNets: left,
    lineVats: left.map((net, i) => net - round([net * 10_000n, BigInt(10_000 + rates[i]!)])),
    sum: total(left),
    deductions,
    applied: coupons.map(({ code }) => code),
  }
}
