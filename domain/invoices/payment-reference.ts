/** The reference with which a buyer pays an invoice, in the form of the store's country. Pure. */
import type { ReferenceScheme } from '../stores/store.ts'

/** Digits of a Danish payment id of card type 71, the check digit included. */
const fikLength = 15

/**
 * `ocr` (SE): the number with a check digit of modulus 10 (Luhn), as Bankgirot's OCR check. `kid` (NO): likewise, one
 * of the two moduli of a KID. `fik` (DK): 15 digits of that kind, as payment slips of type 71 have. `rf` (SEPA): the
 * creditor reference of ISO 11649, with check digits of modulus 97. `text`: the number.
 */
export function paymentReference(scheme: ReferenceScheme, invoiceNumber: number): string {
  const digits = String(invoiceNumber)
  switch (scheme) {
    case 'ocr':
    case 'kid':
      return digits + luhnDigit(digits)
    case 'fik': {
      const padded = digits.padStart(fikLength - 1, '0')
      return padded + luhnDigit(padded)
    }
    case 'rf':
      return `RF${rfCheckDigits(digits)}${digits}`
    case 'text':
      return digits
  }
}

/**
 * The invoice number of a reference as a bank reports it, with the spaces, leading zeros, card type (`+71<`; `+75<`
 * has 16 digits) and creditor number that banks add. Null: it is no reference of this kind, or its check digit is wrong.
 */
export function readPaymentReference(scheme: ReferenceScheme, text: string): number | null {
  const reference = text.replaceAll(/\s/g, '').toUpperCase()
  switch (scheme) {
    case 'ocr':
    case 'kid':
      return withoutCheckDigit(/^\d{2,25}$/.exec(reference)?.[0])
    case 'fik': {
      const [, type71, type75] =
        /^(?:(?:\+?71<?)?(\d{15})|(?:\+?75<?)?(\d{16}))(?:\+\d{0,8}<?)?$/.exec(reference) ?? []
      return withoutCheckDigit(type71 ?? type75)
    }
    case 'rf': {
      const [, check, rest = ''] = /^RF(\d{2})(\d{1,21})$/.exec(reference) ?? []
      const digits = rest.replace(/^0+(?=\d)/, '')
      return check === rfCheckDigits(rest) ? numberOf(digits) : null
    }
    case 'text':
      return /^\d{1,9}$/.test(reference) ? numberOf(reference) : null
  }
}

function withoutCheckDigit(digits: string | undefined): number | null {
  if (digits === undefined) return null
  const rest = digits.slice(0, -1)
  return digits.endsWith(luhnDigit(rest)) ? numberOf(rest) : null
}

/** Null: no invoice has such a number. */
function numberOf(digits: string): number | null {
  const number = Number(digits)
  return number >= 1 && number < 2 ** 31 ? number : null
}

/** Modulus 10 with the weights 2, 1, 2 … from the right. */
function luhnDigit(digits: string): string {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return String((10 - (sum % 10)) % 10)
}

/** ISO 11649: 98 less the remainder, divided by 97, of the reference followed by `RF00`, with R = 27 and F = 15. */
function rfCheckDigits(digits: string): string {
  return String(98n - (BigInt(`${digits}271500`) % 97n)).padStart(2, '0')
}
