/**
 * Addresses of electronic invoices. Public bodies and many companies ask for one: Peppol participant ids and GLNs
 * (in Denmark called EAN numbers) everywhere, the Leitweg-ID in Germany. Checks only the form, never whether the
 * receiver exists. Pure.
 */

/** A GLN: 13 digits, the last one a check digit (GS1 General Specifications, section 7.9). */
function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false
  const sum = Array.from(text, Number).reduce(
    (total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3),
    0,
  )
  return sum % 10 === 0
}

/**
 * A Leitweg-ID: routing number, optional fine part and check digits by ISO 7064 modulus 97-10, letters counting as 10
 * to 35 (Formatspezifikation Leitweg-ID 2.0.2, KoSIT).
 */
function isLeitwegId(text: string): boolean {
  if (!/^\d{2,12}(?:-[A-Z0-9]{1,30})?-\d{2}$/.test(text)) return false
  const digits = text.replaceAll('-', '').replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

/** A Peppol participant id: the code of its scheme (ISO 6523 ICD) and the number. `0088` is a GLN. */
function isPeppolId(text: string): boolean {
  const [, scheme, number = ''] = /^(\d{4}):([A-Z0-9-]{1,50})$/.exec(text) ?? []
  if (scheme === '0088') return isGln(number)
  if (scheme === '0204') return isLeitwegId(number)
  return scheme !== undefined
}

/**
 * Reads what a buyer entered: `7300010000001`, `0007:5567370431`, in Germany also `04011000-1234512345-06`. Returns
 * it without spaces and in upper case; null: not well-formed.
 */
export function readElectronicAddress(countryCode: string, text: string): string | null {
  const compact = text.toUpperCase().replaceAll(/\s/g, '')
  const isKnown = isGln(compact) || isPeppolId(compact) || (countryCode === 'DE' && isLeitwegId(compact))
  return isKnown ? compact : null
}
