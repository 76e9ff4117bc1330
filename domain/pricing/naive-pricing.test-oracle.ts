/**
 * A reference pricing, written from the requirement rows alone to check the real one: every unit separately,
 * exact fractions of big integers, as simple as possible. Slow, and used only in tests. It shares no code
 * with the engine, only the shapes of its input.
 */
import type { CouponDefinition } from '../coupons/coupon.ts'
import {
  caseOf,
  fraction,
  isIn,
  isMore,
  minor,
  round,
  rounded,
  smaller,
  takesNothing,
  together,
  total,
  zero,
  type Fraction,
  type Unit,
} from './naive-kinds.test-oracle.ts'
import type { PriceCartLine } from './priced-cart.ts'

export interface NaiveResult {
  /** Unit prices shown: the tier prices. */
  units: bigint[]
  /** Line totals after their percentage, before offers. */
  lineTotals: bigint[]
  /** Paid for each line. */
  lineNets: bigint[]
  lineVats: bigint[]
  sum: bigint
  /** Code → gross deduction. */
  deductions: Map<string, bigint>
  applied: string[]
}

/** The tier price in the currency's digits; a line that takes no coupon keeps the price that it was given. */
function tierPrice(line: PriceCartLine, digits: number): bigint {
  let price: number = line.priceMinor
  if (!line.fixedPrice) {
    const sorted = [...line.tiers].sort((a, b) => a.quantity - b.quantity)
    for (const tier of sorted) if (tier.quantity <= line.quantity) price = tier.unitMinor
  }
  return takesNothing(line) ? BigInt(price) : rounded([BigInt(price), 1n], digits)
}

/** The largest percentage that applies to a line (COUPON-07..11, 19, 38). */
function percentOf(
  line: PriceCartLine,
  lines: readonly PriceCartLine[],
  coupons: CouponDefinition[],
  customer: Record<string, number>,
): Fraction {
  if (takesNothing(line)) return zero
  const candidates: number[] = [0]
  if (line.discountCategory !== null) candidates.push(customer[line.discountCategory] ?? 0)
  for (const coupon of coupons) candidates.push(...(caseOf(coupon).percents?.(coupon, line, lines) ?? []))
  let best = zero
  for (const candidate of candidates) if (isMore(fraction(candidate), best)) best = fraction(candidate)
  return best
}

const compare = (a: string | bigint | number, b: string | bigint | number): number =>
  a < b ? -1 : a > b ? 1 : 0

/** The units of each line. */
function byLine(units: readonly Unit[]): Unit[][] {
  const lines: Unit[][] = []
  for (const unit of units) (lines[unit.lineIndex] ??= []).push(unit)
  return lines
}

/** What all lines cost together, each rounded by itself (DEF-06). */
const cost = (units: readonly Unit[], digits: number): bigint =>
  total(byLine(units).map((own) => together(own, digits)))

/**
 * Unit-count offers: which units are rewarded (COUPON-21, COUPON-34, DEF-12). The deduction is what the lines cost
 * without the reward less what they cost with it (DEF-13).
 */
function reward(terms: CouponDefinition, units: Unit[], digits: number): bigint {
  const { isEarned, rewardPercent } = caseOf(terms)
  const open = units.filter((unit) => !unit.rewarded)
  const isShared = (unit: Unit) => isIn('buy', terms, unit.line)
  const bought = open.filter(isShared).length
  const queue = open.filter((unit) => isIn('get', terms, unit.line))
  queue.sort(
    (a, b) =>
      compare(Number(isShared(a)), Number(isShared(b))) ||
      compare(a.tier, b.tier) ||
      compare(a.line.sku, b.line.sku) ||
      compare(a.line.uuid, b.line.uuid),
  )
  let count = 0
  for (let wanted = 1; wanted <= queue.length; wanted++) {
    const paid = bought - queue.slice(0, wanted).filter(isShared).length
    if (isEarned!(terms, wanted, paid)) count = wanted
  }
  const before = cost(units, digits)
  const percent = fraction(rewardPercent!(terms))
  for (const unit of queue.slice(0, count)) {
    if (isMore(percent, unit.percent)) unit.percent = percent
    unit.rewarded = true
  }
  return before - cost(units, digits)
}

/** Amount increments: each unit of the get set is reduced by a fixed amount per step (COUPON-40). */
function lowerEach(terms: CouponDefinition, units: Unit[], each: bigint, digits: number): bigint {
  const before = cost(units, digits)
  for (const unit of units) if (isIn('get', terms, unit.line)) unit.off += each
  return before - cost(units, digits)
}

/**
 * Deducts an amount from several sums, öre by öre, each time from the sum that has given the smallest share
 * so far.
 */
function deductEvenly(sums: number[], amount: number): number[] {
  const left = [...sums]
  for (let taken = 0; taken < amount && left.some((value) => value > 0); taken++) {
    let last = -1
    for (let index = 0; index < left.length; index++) {
      if (left[index]! === 0) continue
      // sums/left grows with the share already given: the smallest gives next, ties go to the later sum.
      if (last < 0 || sums[index]! * left[last]! <= sums[last]! * left[index]!) last = index
    }
    left[last]! -= 1
  }
  return left
}

/** Spreads a fixed amount in proportion; leftover öre go to the largest fractions (DEF-15). */
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

/** The units of a line, each with its percentage. */
function unitsOf(line: PriceCartLine, lineIndex: number, percent: Fraction, digits: number): Unit[] {
  const tier = tierPrice(line, digits)
  return Array.from({ length: line.quantity }, () => ({
    line,
    lineIndex,
    tier,
    percent,
    off: 0n,
    rewarded: false,
  }))
}

/**
 * A line with an agreement (decision 78): the agreed price of the highest minimum quantity that is met, where it is fixed
 * or the line is cheaper by it than what everybody pays less the customer's own percentage. It is then like a line of a personal offer.
 */
function agreedOrNot(line: PriceCartLine, customer: Record<string, number>, digits: 0 | 2): PriceCartLine {
  if (!line.agreement || takesNothing(line)) return line
  let agreed: PriceCartLine['priceMinor'] | null = null
  let from = 0
  for (const { quantity, unitMinor } of line.agreement.tiers) {
    if (quantity > line.quantity || quantity < from) continue
    agreed = unitMinor
    from = quantity
  }
  if (agreed === null) return line
  const ordinary = together(unitsOf(line, 0, percentOf(line, [line], [], customer), digits), digits)
  if (!line.agreement.isFixed && BigInt(agreed) * BigInt(line.quantity) >= ordinary) return line
  return { ...line, priceMinor: agreed, fixedPrice: true, personalOffer: true }
}

/**
 * The complete calculation. `definitions` are valid and in the order in which their codes were added; lines
 * are sorted by sku and uuid, which decides every tie (DEF-12).
 */
export function naivePrice(
  given: readonly PriceCartLine[],
  definitions: readonly CouponDefinition[],
  customer: Record<string, number>,
  digits: 0 | 2,
): NaiveResult {
  const lines = given.map((line) => agreedOrNot(line, customer, digits))
  const minimumBase = total(
    lines
      .filter((line) => !line.giftCard && !line.fee)
      .map((line) => tierPrice(line, digits) * BigInt(line.quantity)),
  )
  const coupons = definitions.filter((coupon) => minor(coupon.minimum_spend ?? 0) <= minimumBase)
  const rates = lines.map((line) => (line.giftCard ? 0 : line.vatRateBasisPoints))
  const units: Unit[] = lines.flatMap((line, index) =>
    unitsOf(line, index, percentOf(line, lines, coupons, customer), digits),
  )
  /** The price of a line that takes no coupon is not rounded. */
  const lineCosts = () =>
    byLine(units).map((own, index) =>
      takesNothing(lines[index]!) ? total(own.map(({ tier }) => tier)) : together(own, digits),
    )
  const lineTotals = lineCosts()
  const deductions = new Map<string, bigint>()
  for (const coupon of coupons)
    if (caseOf(coupon).isEarned) deductions.set(coupon.code, reward(coupon, units, digits))
  const byCode = [...coupons].sort((a, b) => compare(a.code, b.code))
  for (const coupon of byCode) {
    const each = caseOf(coupon).offEach?.(coupon, units)
    if (each !== undefined) deductions.set(coupon.code, lowerEach(coupon, units, each, digits))
  }
  const left = lineCosts()
  for (const coupon of byCode) {
    const amount = caseOf(coupon).offSum?.(coupon, units)
    if (amount === undefined) continue
    const chosen = lines.map((_, index) => index).filter((index) => isIn('get', coupon, lines[index]!))
    const before = chosen.map((index) => Number(left[index]!))
    const after = deductEvenly(before, Number(amount))
    chosen.forEach((index, position) => (left[index] = BigInt(after[position]!)))
    deductions.set(coupon.code, total(before.map((value, position) => BigInt(value - after[position]!))))
  }
  for (const coupon of byCode) {
    const off = caseOf(coupon).offCart?.(coupon)
    if (off === undefined) continue
    const open = left.map((value, index) => (lines[index]!.giftCard || lines[index]!.fee ? 0n : value))
    const amount = smaller(off, total(open))
    shares(amount, open).forEach((share, index) => (left[index]! -= share))
    deductions.set(coupon.code, amount)
  }
  return {
    units: lines.map((line) => tierPrice(line, digits)),
    lineTotals,
    lineNets: left,
    lineVats: left.map((net, i) => net - round([net * 10_000n, BigInt(10_000 + rates[i]!)])),
    sum: total(left),
    deductions,
    applied: coupons.map(({ code }) => code),
  }
}
