/**
 * Splits an amount into parts that add up to it exactly. Every split of money in the shop uses this module;
 * nothing else may divide an amount over lines.
 */
import { minor, zeroMinor, type Minor } from './money.ts'

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** The integer part of `a × b / denominator` for `a`, `b` ≥ 0, and the remainder, both exact. */
function multiplyDivide(a: number, b: number, denominator: number): { quotient: number; remainder: number } {
  const product = a * b
  if (Number.isSafeInteger(product)) {
    const remainder = product % denominator
    return { quotient: (product - remainder) / denominator, remainder }
  }
  const exact = BigInt(a) * BigInt(b)
  const divisor = BigInt(denominator)
  return { quotient: Number(exact / divisor), remainder: Number(exact % divisor) }
}

/**
 * Splits `totalMinor` (≥ 0) in proportion to `weights` (integers ≥ 0) by largest remainder; equal remainders
 * go to the earlier part. A part never exceeds its weight while the total does not exceed their sum. Throws
 * RangeError where the total is positive and all weights are 0.
 */
export function allocateMinor(totalMinor: Minor, weights: readonly number[]): Minor[] {
  const whole = sum(weights)
  if (totalMinor === 0) return weights.map(() => zeroMinor)
  if (whole <= 0 || totalMinor < 0)
    throw new RangeError(`cannot split ${totalMinor} over weights of ${whole}`)
  const parts = weights.map((weight) => multiplyDivide(totalMinor, weight, whole))
  const shares = parts.map((part) => part.quotient)
  const byRemainder = parts.map((part, index) => ({ index, remainder: part.remainder }))
  byRemainder.sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  const left = totalMinor - sum(shares)
  for (const { index } of byRemainder.slice(0, left)) shares[index]! += 1
  return shares.map(minor)
}

/** Whether a/b is greater than c/d, exactly, for integers ≥ 0 (b, d > 0). */
function isGreaterRatio(a: number, b: number, c: number, d: number): boolean {
  const left = a * d
  const right = c * b
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return left > right
  return BigInt(a) * BigInt(d) > BigInt(c) * BigInt(b)
}

/**
 * What remains of each amount when `takenMinor` is deducted from all of them together, in proportion. Unlike
 * largest remainder (which has the population paradox) it is monotone: where an amount was lower before, no
 * part is higher afterwards. That is why another coupon can never raise a price. It is d'Hondt's
 * highest-averages rule applied to the remainders; ties go to the earlier part.
 */
export function remaindersAfterDeduction(amounts: readonly Minor[], takenMinor: Minor): Minor[] {
  const whole = sum(amounts)
  const keep = Math.max(0, whole - takenMinor)
  if (keep === 0) return amounts.map(() => zeroMinor)
  const kept = amounts.map((amount) => multiplyDivide(keep, amount, whole).quotient)
  for (let left = keep - sum(kept); left > 0; left--) {
    let best = 0
    for (let index = 1; index < kept.length; index++) {
      if (isGreaterRatio(amounts[index]!, kept[index]! + 1, amounts[best]!, kept[best]! + 1)) best = index
    }
    kept[best]! += 1
  }
  return kept.map(minor)
}
