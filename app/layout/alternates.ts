/** Targets of the language switcher: the same page in another store, otherwise its home (ROUTE-50). */
import { storeCodes, type StoreCode } from '../../domain/stores/stores.ts'
import { links } from '../links.ts'

/** Sections whose addresses are the same in every store. Ids in them belong to one store and are dropped. */
const sharedSections = new Set(['checkout', 'my-account', 'my-order', 'track-order', 'unsubscribe'])

/** `known`: addresses the page itself gives per store; undefined if it gives none. */
export function alternatePath(
  pathname: string,
  target: StoreCode,
  known: Partial<Record<StoreCode, string>> | undefined,
): string {
  if (known !== undefined) return known[target] ?? links.home(target)
  const [, , section = '', ...rest] = pathname.split('/')
  if (!sharedSections.has(section)) return links.home(target)
  return section === 'my-account' ? ['', target, section, ...rest].join('/') : `/${target}/${section}`
}

/** One for each store, in the stores' order. */
export function alternatePaths(pathname: string, known: Partial<Record<StoreCode, string>> | undefined) {
  return storeCodes.map((code) => ({ code, path: alternatePath(pathname, code, known) }))
}
