/** Stores that shoppers can use now. Pure. */
import { defaultStoreCode, storeCodes, stores, type StoreCode } from './stores.ts'

/** How long the link that shows staff a closed store is valid. */
export const previewHours = 24

export const isOpenStore = (code: StoreCode): boolean => stores[code].isClosed !== true

/** In the order in which stores are shown. */
export const openStoreCodes = (): StoreCode[] => storeCodes.filter(isOpenStore)

/** The store of a visitor whose address names none: `wanted` if it is open, else the first open one; else `wanted`. */
export function storeToVisit(wanted: StoreCode = defaultStoreCode): StoreCode {
  if (isOpenStore(wanted)) return wanted
  const [first = wanted] = openStoreCodes()
  return first
}
