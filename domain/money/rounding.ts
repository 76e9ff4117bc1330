/**
 * The shop's one rounding rule (DEF-05): half away from zero, on exact integers, so that binary floating
 * point never decides about money. Everything that rounds an amount calls this.
 */

/**
 * Rounds `numerator / denominator` to the nearest integer, halves away from zero.
 * Both must be safe integers and the denominator positive; throws RangeError otherwise.
 */
export function divideRounded(numerator: number, denominator: number): number {
  if (!Number.isSafeInteger(numerator) || !Number.isSafeInteger(denominator) || denominator <= 0) {
    throw new RangeError(`cannot divide ${numerator} by ${denominator} exactly`)
  }
  const magnitude = Math.abs(numerator)
  const remainder = magnitude % denominator
  const quotient = (magnitude - remainder) / denominator
  const rounded = remainder * 2 >= denominator ? quotient + 1 : quotient
  return numerator < 0 && rounded !== 0 ? -rounded : rounded
}
