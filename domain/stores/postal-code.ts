/** Postal codes by each store's pattern (VALID-03..05). */
import type { Store } from './stores.ts'

/** Whether the trimmed text is a postal code of the store's country. */
export function isPostalCode(text: string, store: Pick<Store, 'postalCodePattern'>): boolean {
  return store.postalCodePattern.test(text.trim())
}

/** The code without spaces, as carriers need it; null where it is invalid. */
export function normalizePostalCode(text: string, store: Pick<Store, 'postalCodePattern'>): string | null {
  return isPostalCode(text, store) ? text.replaceAll(' ', '') : null
}

/** The code as the country writes it, with the space its pattern allows: "123 45". Unchanged where it is invalid. */
export function postalCodeText(code: string, store: Pick<Store, 'postalCodePattern'>): string {
  const digits = code.replaceAll(' ', '')
  const spaced = Array.from(digits, (_, at) => `${digits.slice(0, at)} ${digits.slice(at)}`)
  return spaced.slice(1).find((text) => store.postalCodePattern.test(text)) ?? code
}
