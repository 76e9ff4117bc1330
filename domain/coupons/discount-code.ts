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
