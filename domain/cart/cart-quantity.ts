/** Valid quantities of a cart line (VALID-10). */
export const minimumQuantity = 1
export const maximumQuantity = 5000

/** Parses a typed quantity to 1–5000. Text that is not a number becomes 1; fractions are truncated. */
export function clampQuantity(input: unknown): number {
  const number = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
  if (typeof number !== 'number' || Number.isNaN(number)) return minimumQuantity
  return Math.min(maximumQuantity, Math.max(minimumQuantity, Math.trunc(number)))
}
