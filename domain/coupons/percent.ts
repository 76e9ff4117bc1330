/** Parses the percentages of coupons: numbers 0–100. */
import { toBasisPoints } from '../money/money.ts'

/** A percentage for a line; anything outside 0–100 counts as 0. */
export function soundPercent(percent: number | null | undefined): number {
  return percent != null && percent > 0 && percent <= 100 ? percent : 0
}

/** Basis points of an offer's percentage, clamped to 0–100 %. */
export function offerBasisPoints(percent: number | null | undefined): number {
  return toBasisPoints(Math.min(100, Math.max(0, percent ?? 0)))
}
