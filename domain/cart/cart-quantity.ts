/** Quantities a cart line may have (VALID-10). */
export const minimumQuantity = 1
export const maximumQuantity = 5000

/** What was typed as a quantity of 1 to 5000; what is no number becomes 1. Fractions are cut off. */
export function clampQuantity(input: unknown): number {
  const number = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
  if (typeof number !== 'number' || Number.isNaN(number)) return minimumQuantity
  return Math.min(maximumQuantity, Math.max(minimumQuantity, Math.trunc(number)))
}
