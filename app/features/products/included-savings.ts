/**
 * What campaigns and percentage codes have taken off the prices of the lines. The sums of a cart list them beside the
 * deductions, so that every offer in force is in the summary, whatever its kind.
 */
import { addMinor, type Minor, zeroMinor } from '../../../domain/money/money.ts'
import type { ShownReason } from './price-reasons.tsx'

export interface IncludedSaving {
  kind: string
  code: string | null
  /** Of all lines together; already in their prices. */
  amountMinor: Minor
}

const included = new Set(['campaign', 'coupon', 'addedByCoupon'])

/** One entry for each campaign kind and code, in the order of the lines; without those that save nothing. */
export function includedSavings(
  lines: readonly { reasons: readonly Pick<ShownReason, 'kind' | 'code' | 'amountMinor'>[] }[],
): IncludedSaving[] {
  const savings = new Map<string, IncludedSaving>()
  for (const { kind, code, amountMinor } of lines.flatMap(({ reasons }) => reasons)) {
    if (!included.has(kind)) continue
    const key = `${kind} ${code}`
    const before = savings.get(key)?.amountMinor ?? zeroMinor
    savings.set(key, { kind, code, amountMinor: addMinor(before, amountMinor) })
  }
  return [...savings.values()].filter(({ amountMinor }) => amountMinor > 0)
}
