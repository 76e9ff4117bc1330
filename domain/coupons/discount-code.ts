/** The form of a discount code and when two are the same (VALID-09, COUPON-02). */

/** Three or more letters, digits or hyphens, as a link or query may carry it. */
export function isDiscountCode(text: string): boolean {
  return /^[A-Za-z0-9-]{3,}$/.test(text)
}

/** The form in which codes are compared and stored: trimmed, upper case. */
export function normalizeCode(text: string): string {
  return text.trim().toUpperCase()
}

/** Whether two codes are the same, case and surrounding spaces aside. */
export function isSameCode(a: string, b: string): boolean {
  return normalizeCode(a) === normalizeCode(b)
}

/** Longest code the shop gives out; a longer one is unknown without asking. */
export const longestCode = 100

/** The codes that the shop can have given out, each once, as they are compared: what a cart is worth keeping with. */
export function plausibleCodes(codes: readonly string[]): string[] {
  const plausible = (code: string): boolean =>
    code !== '' && code.length <= longestCode && !code.includes('\0') && code.isWellFormed()
  return [...new Set(codes.map(normalizeCode))].filter(plausible)
}
