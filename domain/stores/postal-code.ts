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
