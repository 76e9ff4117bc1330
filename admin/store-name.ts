/** What staff call a store, and its currency, by its code: tables know codes alone. */
import type { AdminSession } from '../contract/admin/session.ts'

/** The stores of this deployment; empty until the session has been read. */
let known: AdminSession['stores'] = []

/** Keeps the stores that the session names. */
export function rememberStores(stores: AdminSession['stores']): void {
  known = stores
}

/** `sv` → "Sverige"; an unknown code is shown in capitals. */
export function storeName(code: string): string {
  return known.find((store) => store.code === code)?.name ?? code.toUpperCase()
}

/** The currency of a store's prices, where an answer names none. */
export function storeCurrency(code: string): string {
  return known.find((store) => store.code === code)?.currency ?? 'EUR'
}
