/** How the percentages of coupons are read: numbers 0–100. */
import { toBasisPoints } from '../money/money.ts'

/** A percentage that a line can get; anything outside 0–100 counts as none. */
export function soundPercent(percent: number | null | undefined): number {
  return percent != null && percent > 0 && percent <= 100 ? percent : 0
}

/** Basis points of an offer's percentage, held within 0–100 %. */
export function offerBasisPoints(percent: number | null | undefined): number {
  return toBasisPoints(Math.min(100, Math.max(0, percent ?? 0)))
}
