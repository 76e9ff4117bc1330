/** VAT numbers of the countries where the stores sell: their formats, checked without asking a register. */

export interface VatNumber {
  /** ISO 3166-1 alpha-2. */
  countryCode: string
  /** Without country code, spaces and punctuation. */
  number: string
}

/**
 * By country: as the tax authorities and, for the EU, VIES ("VAT identification number structure") give them.
 * Norway: the organisation number; `MVA` after it says that the company is registered for VAT.
 */
const formats: Readonly<Record<string, RegExp>> = {
  SE: /^\d{10}01$/,
  NO: /^[89]\d{8}$/,
  DE: /^[1-9]\d{8}$/,
  DK: /^[1-9]\d{7}$/,
  FI: /^\d{8}$/,
}

/** Reads a VAT number with its country code, as `SE559000000001` or `NO 923 609 016 MVA`; null: not well-formed. */
export function readVatNumber(text: string): VatNumber | null {
  const compact = text.toUpperCase().replaceAll(/[\s.\-/]/g, '')
  const [, countryCode = '', rest = ''] = /^([A-Z]{2})(\w+)$/.exec(compact) ?? []
  const number = countryCode === 'NO' ? rest.replace(/MVA$/, '') : rest
  return formats[countryCode]?.test(number) ? { countryCode, number } : null
}

/**
 * The VAT number that a company's own number implies; null where it implies none. A Swedish VAT number is the
 * organisation number and `01`; in Denmark and Norway both are the same; a German buyer gives the VAT number
 * itself. Masked numbers of sole traders imply none.
 */
export function vatNumberOfCompany(countryCode: string, companyNumber: string): VatNumber | null {
  const plain = companyNumber.replace(new RegExp(`^${countryCode}`), '')
  return readVatNumber(`${countryCode}${plain}${countryCode === 'SE' ? '01' : ''}`)
}
