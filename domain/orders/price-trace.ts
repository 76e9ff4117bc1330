/**
 * How the price of an ordered line came about, from its list price to what was paid: the steps that the order's
 * snapshot kept when it was priced. Pure.
 */
import {
  addMinor,
  largerMinor,
  multiplyMinor,
  subtractMinor,
  sumMinor,
  zeroMinor,
  type Minor,
} from '../money/money.ts'
import type { OrderLine } from './order-snapshot.ts'

export interface PriceStep {
  /**
   * `list`: price before, of all units; a kind of `PriceReason`, such as `campaign`, `customer` or `coupon`;
   * `rounding`: what the other steps leave; `paid`: VAT included; `vat`: within `paid`.
   */
  step: string
  /** Code of the coupon. */
  code: string | null
  percent: number | null
  /** What the step deducts is negative; `list` and `paid` are sums. */
  amountMinor: Minor
}

/** What the trace reads of a line. */
export type TracedLine = Pick<
  OrderLine,
  'reasons' | 'beforeUnitMinor' | 'unitMinor' | 'quantity' | 'totalMinor' | 'vatMinor'
>

const negative = (amount: Minor): Minor => subtractMinor(zeroMinor, amount)

/** The steps in the order in which they apply; they add up from `list` to `paid`. */
export function priceTrace(line: TracedLine): PriceStep[] {
  const reduced = sumMinor(line.reasons.map(({ amountMinor }) => amountMinor))
  const before = multiplyMinor(line.beforeUnitMinor ?? line.unitMinor, line.quantity)
  const list = largerMinor(before, addMinor(line.totalMinor, reduced))
  const rounding = subtractMinor(subtractMinor(list, reduced), line.totalMinor)
  const step = (name: string, amountMinor: Minor): PriceStep => ({
    step: name,
    code: null,
    percent: null,
    amountMinor,
  })
  return [
    step('list', list),
    ...line.reasons.map(({ kind, code, percent, amountMinor }) => ({
      step: kind,
      code,
      percent,
      amountMinor: negative(amountMinor),
    })),
    ...(rounding === 0 ? [] : [step('rounding', negative(rounding))]),
    step('paid', line.totalMinor),
    step('vat', line.vatMinor),
  ]
}
