/** Which pages of a closed store its customers still reach. */
import { accessibilityPath, cookiesPath, servicePages, withdrawalPath } from '../../domain/stores/paths.ts'
import { storePolicies, type StoreCode } from '../../domain/stores/stores.ts'
import { namesOf } from '../../modules/modules.ts'

/**
 * Pages of orders and accounts, which mails link, by the segment after the store's prefix; with those of modules that a
 * mail opens, or that say so.
 */
const sectionsOfCustomers: ReadonlySet<string> = new Set([
  'my-account',
  'my-order',
  'track-order',
  'unsubscribe',
  'confirm',
  'confirm-email',
  'register',
  'join-company',
  ...namesOf('sectionsWithToken'),
  ...namesOf('sectionsWhileClosed'),
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
  // The end of a payment that was begun before; providers send the buyer to the address without an id.
  if (section === 'checkout') return /^\/[^/]+\/checkout\/(?:confirmation|failed)(?:\/|$)/.test(path)
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
