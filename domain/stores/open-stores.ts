/** Stores that shoppers can use now, and what of a closed one they still reach. Pure. */
import { accessibilityPath, cookiesPath, servicePages, withdrawalPath } from './paths.ts'
import { defaultStoreCode, storeCodes, storePolicies, stores, type StoreCode } from './stores.ts'

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

/** Pages of orders and accounts, which mails link, by the segment after the store's prefix. */
const sectionsOfCustomers: ReadonlySet<string> = new Set([
  'my-account',
  'my-order',
  'track-order',
  'unsubscribe',
  'cancel-subscription',
  'confirm',
  'confirm-email',
  'join-company',
])

/**
 * Whether a page of a closed store is there for those who have bought in it before: their orders and accounts, and the
 * pages that the law wants reachable.
 */
export function isServedWhileClosed(
  code: StoreCode,
  { section, path }: { section: string; path: string },
): boolean {
  if (sectionsOfCustomers.has(section)) return true
  if (section === 'checkout') return path.startsWith(`/${code}/checkout/confirmation/`)
  const pages = [
    'terms',
    servicePages.privacy,
    servicePages.contact,
    withdrawalPath,
    cookiesPath,
    accessibilityPath,
    ...storePolicies[code].lawPages,
  ]
  return pages.some((page) => path === `/${code}/${page}`)
}
