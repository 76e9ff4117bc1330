/**
 * The list of stores. A store is added by its file, its two lines here and its texts in `locales/`. Plain
 * data, safe in the browser; policies are for the server and stay out of its scripts.
 */
import { da, daPolicy } from './da.ts'
import { de, dePolicy } from './de.ts'
import { no, noPolicy } from './no.ts'
import type { StoreFacts, StorePolicy } from './store.ts'
import { sv, svPolicy } from './sv.ts'

const listed = { sv, no, de, da }

/** The locale prefix of every address of the store. */
export type StoreCode = keyof typeof listed

export interface Store extends StoreFacts {
  code: StoreCode
}

export const stores: Record<StoreCode, Store> = listed

export const storePolicies: Record<StoreCode, StorePolicy> = {
  sv: svPolicy,
  no: noPolicy,
  de: dePolicy,
  da: daPolicy,
}

/** Store codes in the order in which the stores are shown. */
export const storeCodes = Object.keys(listed) as readonly StoreCode[]

/** Redirect target of "/" for a visitor without a locale cookie (CONST-01). */
export const defaultStoreCode: StoreCode = 'sv'

/** Whether a value is a store code. */
export function isStoreCode(value: unknown): value is StoreCode {
  return typeof value === 'string' && Object.hasOwn(listed, value)
}

/** The store whose prefix the path has (`/sv/…`), or null where the prefix is not a store code. */
export function storeFromPath(pathname: string): Store | null {
  const code = pathname.split('/', 2)[1]
  return isStoreCode(code) ? stores[code] : null
}
