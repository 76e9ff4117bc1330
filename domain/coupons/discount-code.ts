/** The format of a discount code and the comparison of codes (VALID-09, COUPON-02). */

/** Three or more letters of any language, digits or hyphens, as in a link or query. */
export function isDiscountCode(text: string): boolean {
  return /^[\p{L}\p{N}-]{3,}$/u.test(text.normalize())
}

/** The normalised form in which codes are compared and stored: trimmed, upper case, Å as one character. */
export function normalizeCode(text: string): string {
  return text.trim().normalize().toUpperCase()
}

/** Whether two codes are equal, ignoring case and surrounding spaces. */
export function isSameCode(a: string, b: string): boolean {
  return normalizeCode(a) === normalizeCode(b)
}

/** Longest code the shop issues; a longer one is unknown without a look-up. */
export const longestCode = 100

/** The codes that the shop may have issued, normalised, each once: those that a cart stores. */
export function plausibleCodes(codes: readonly string[]): string[] {
  const plausible = (code: string): boolean =>
    code !== '' && code.length <= longestCode && !code.includes('\0') && code.isWellFormed()
  return [...new Set(codes.map(normalizeCode))].filter(plausible)
}
