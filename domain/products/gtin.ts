/** Global Trade Item Numbers (GS1 General Specifications, section 7.9). Pure. */

/** Whether a GTIN has 8, 12, 13 or 14 digits and the right check digit. */
export function isGtin(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const digits = [...text].map(Number).toReversed()
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
