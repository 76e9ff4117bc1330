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
  total,
  zero,
  type Fraction,
  type Unit,
} from './naive-kinds.test-oracle.ts'
import type { PriceCartLine } from './priced-cart.ts'

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

/** Price without VAT after a percentage (DEF-06), rounded once. */
function roundedExVat(price: bigint, [p, q]: Fraction, vatRate: number): bigint {
  return round([price * (100n * q - p) * 10_000n, 100n * q * BigInt(10_000 + vatRate)])
}

function tierPrice(line: PriceCartLine): bigint {
  let price: number = line.priceMinor
  if (!line.fixedPrice) {
    const sorted = [...line.tiers].sort((a, b) => a.quantity - b.quantity)
    for (const tier of sorted) if (tier.quantity <= line.quantity) price = tier.unitMinor
  }
  return BigInt(price)
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

/**
 * Unit-count offers: which units are rewarded, and the deduction for each (COUPON-21, COUPON-34, DEF-12,
 * DEF-13).
 */
function reward(terms: CouponDefinition, units: Unit[], digits: number): bigint {
  const { isEarned, rewardPercent } = caseOf(terms)
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
    if (isEarned!(terms, wanted, paid)) count = wanted
  }
  const percent = rewardPercent!(terms)
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

/** Amount increments: each unit of the get set is reduced by a fixed amount per step (COUPON-40). */
function lowerEach(terms: CouponDefinition, units: Unit[], each: bigint): bigint {
  let off = 0n
  for (const unit of units) {
    if (!isIn('get', terms, unit.line)) continue
    const cut = smaller(each, unit.price)
    unit.price -= cut
    off += cut
  }
  return off
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

/**
 * A line with an agreement (decision 78): the agreed price of the highest minimum quantity that is met, where it is fixed
 * or lower than what everybody pays less the customer's own percentage. It is then like a line of a personal offer.
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
  const ordinary = rounded(tierPrice(line), percentOf(line, [line], [], customer), digits)
  if (!line.agreement.isFixed && BigInt(agreed) >= ordinary) return line
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
  for (const coupon of coupons)
    if (caseOf(coupon).isEarned) deductions.set(coupon.code, reward(coupon, units, digits))
  const byCode = [...coupons].sort((a, b) => compare(a.code, b.code))
  for (const coupon of byCode) {
    const each = caseOf(coupon).offEach?.(coupon, units, digits)
    if (each !== undefined) deductions.set(coupon.code, lowerEach(coupon, units, each))
  }
  const left = lines.map((_, index) =>
    total(units.filter((unit) => unit.lineIndex === index).map((unit) => unit.price)),
  )
  for (const coupon of byCode) {
    const amount = caseOf(coupon).offSum?.(coupon, units, digits)
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
    units: unitPrices,
    unitsExVat: lines.map((_, i) => roundedExVat(tiers[i]!, keeps[i] ? zero : percents[i]!, rates[i]!)),
    lineNets: left,
    lineVats: left.map((net, i) => net - round([net * 10_000n, BigInt(10_000 + rates[i]!)])),
    sum: total(left),
    deductions,
    applied: coupons.map(({ code }) => code),
  }
}
