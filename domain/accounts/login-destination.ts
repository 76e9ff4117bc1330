/**
 * The page that opens after a login: it is in addresses, and in mails that lead to the login. It comes from outside and
 * is never trusted as an address of another host.
 */
import type { StoreCode } from '../stores/stores.ts'

const shop = 'https://shop.invalid'

/** Longer ones are not mailed. */
const longestMailed = 300

/** The path and query of a page of that store; null: the text is none. */
export function readDestination(text: string, store: string): string | null {
  if (store === '' || !text.startsWith('/') || !URL.canParse(text, shop)) return null
  const { origin, pathname, search } = new URL(text, shop)
  return origin === shop && pathname.startsWith(`/${store}/`) ? pathname + search : null
}

/**
 * A destination as a mail may contain it: a page of the account, without its query. Anybody can request such a mail for
 * anybody, and a query may act on its own (a login token, goods for the cart). Null: the text is none.
 */
export function mailedDestination(text: string | undefined, store: StoreCode): string | null {
  const [path] = readDestination(text ?? '', store)?.split('?') ?? []
  if (path === undefined || path.length > longestMailed) return null
  return /^\/my-account(?:\/|$)/.test(path.slice(store.length + 1)) ? path : null
}
