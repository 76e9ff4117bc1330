/**
 * The shop's only rounding rule (DEF-05): half away from zero, on exact integers, so that binary floating
 * point never affects an amount. Everything that rounds an amount uses this module.
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

/**
 * Rounds `a × b / denominator`, halves away from zero, also where the product exceeds the safe integers. All
 * three must be safe integers and the denominator positive; throws RangeError otherwise.
 */
export function multiplyDivideRounded(a: number, b: number, denominator: number): number {
  const product = a * b
  if (Number.isSafeInteger(product)) return divideRounded(product, denominator)
  return divideExactly(BigInt(a) * BigInt(b), denominator)
}

function divideExactly(exact: bigint, denominator: number): number {
  const divisor = BigInt(denominator)
  if (divisor <= 0n) throw new RangeError(`cannot divide by ${denominator}`)
  const magnitude = exact < 0n ? -exact : exact
  const rounded = (magnitude * 2n + divisor) / (divisor * 2n)
  return Number(exact < 0n ? -rounded : rounded)
}

/**
 * Rounds the sum of `a × b` over all pairs, divided by `denominator`, halves away from zero: once, whatever the
 * number of pairs. All numbers must be safe integers and the denominator positive; throws RangeError otherwise.
 */
export function sumProductsRounded(
  pairs: readonly (readonly [a: number, b: number])[],
  denominator: number,
): number {
  const magnitude = pairs.reduce((total, [a, b]) => total + Math.abs(a * b), 0)
  if (Number.isSafeInteger(magnitude))
    return divideRounded(
      pairs.reduce((total, [a, b]) => total + a * b, 0),
      denominator,
    )
  return divideExactly(
    pairs.reduce((total, [a, b]) => total + BigInt(a) * BigInt(b), 0n),
    denominator,
  )
}

/** The value of `x` shifted by `digits` decimal places, by its decimal digits rather than its bits. */
export function shiftDecimal(x: number, digits: number): number {
  // In nearly all cases the result is an integer, which one division verifies exactly.
  const whole = Math.round(x * 10 ** digits)
  if (digits > 0 && Math.abs(whole) < 1e15 && whole / 10 ** digits === x) return whole || 0
  const [mantissa, exponent] = x.toExponential().split('e')
  return Number(`${mantissa}e${Number(exponent) + digits}`)
}

/**
 * Rounds the decimal value of `x` to `digits` decimals, halves away from zero: `roundDecimal(1.005, 2)` is
 * 1.01 (DEF-05).
 */
export function roundDecimal(x: number, digits: number): number {
  const rounded = shiftDecimal(Math.round(shiftDecimal(Math.abs(x), digits)), -digits)
  return x < 0 && rounded !== 0 ? -rounded : rounded
}
