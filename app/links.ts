/**
 * The only place where the shop's addresses are built, with `compare-link.ts`. Every function
 * returns a path under the store's prefix.
 */
import { encodePath, publicPaths } from '../domain/stores/paths.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'

type Query = Record<string, string | number | null | undefined>

/** Appends the parameters that have a value. */
export function withQuery(path: string, query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === '' ? path : `${path}?${text}`
}

export const links = {
  ...publicPaths,
  /** Dials a telephone number as it is shown. */
  phone: (number: string) => `tel:${number.replaceAll(/\s/g, '')}`,
  /** Home with the login panel open; `destination`: the page that asked for it. */
  login: (store: StoreCode, destination?: string) =>
    destination === undefined ? `/${store}?login` : withQuery(`/${store}`, { login: destination }),
  categoryAll: (store: StoreCode, path: string, page = 1) =>
    withQuery(`/${store}/artiklar/${encodePath(path)}/ALLA/sida.html`, { page: page > 1 ? page : null }),
  search: (store: StoreCode, query: string) =>
    withQuery(`/${store}/${stores[store].paths.search}`, { query }),
  /** Where Buy leads without JavaScript. */
  buyWithoutScript: (store: StoreCode, slug: string) => `/${store}/buy/${encodeURIComponent(slug)}`,
  checkout: (store: StoreCode, id?: string | null) => `/${store}/checkout${id ? `/${id}` : ''}`,
  account: (store: StoreCode, child = '') => `/${store}/my-account${child ? `/${child}` : ''}`,
  /** Opens an account. */
  register: (store: StoreCode) => `/${store}/register`,
  accountOrders: (store: StoreCode) => `/${store}/my-account/orders`,
  myOrder: (store: StoreCode, id?: string | number | null) => `/${store}/my-order${id ? `/${id}` : ''}`,
  /** A page that a module declares, by its path after the store. */
  modulePage: (store: StoreCode, path: string) => `/${store}/${path}`,
  unsubscribe: (store: StoreCode) => `/${store}/unsubscribe`,
  /** Path of an API call with the store's `locale` and `sid` (API-01). */
  api: (store: { code: StoreCode; storeId: number }, path: string, query: Query = {}) =>
    withQuery(`/api/${path}`, { locale: store.code, sid: store.storeId, ...query }),
}
