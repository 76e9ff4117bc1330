/** The reference with which a buyer pays an invoice, in the form of the store's country. Pure. */
import type { ReferenceScheme } from '../stores/store.ts'

/**
 * `ocr` (SE) and `kid` (NO): the number with a check digit of modulus 10 (Luhn). `fik` (DK): 15 digits of that kind,
 * as payment slips of type 71 have. `text`: the number.
 */
export function paymentReference(scheme: ReferenceScheme, invoiceNumber: number): string {
  const digits = String(invoiceNumber)
  switch (scheme) {
    case 'ocr':
    case 'kid':
      return withCheckDigit(digits)
    case 'fik':
      return withCheckDigit(digits.padStart(14, '0'))
    case 'text':
      return digits
  }
}

function withCheckDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}
