/** Postal codes by each store's pattern (VALID-03..05). */
import type { Store } from './stores.ts'

/** Whether the text, spaces around it aside, is a postal code of the store's country. */
export function isPostalCode(text: string, store: Pick<Store, 'postalCodePattern'>): boolean {
  return store.postalCodePattern.test(text.trim())
}

/** The code without spaces, as carriers want it; null where it is none. */
export function normalizePostalCode(text: string, store: Pick<Store, 'postalCodePattern'>): string | null {
  return isPostalCode(text, store) ? text.replaceAll(' ', '') : null
}
