/**
 * Redirects of former addresses: how addresses are compared, what a redirect may say, and where a chain of them leads.
 * A redirect never leads to another host. Pure.
 */
import { storeCodes, storeFromPath, stores, type StoreCode } from '../stores/stores.ts'

export interface Redirect {
  /** The former address, as `redirectPath` compares it. */
  path: string
  /** Where it leads: a path of the shop, with query and fragment. */
  target: string
}

export type RedirectProblem =
  /** The former address is no path of a page. */
  | 'bad_path'
  /** The target is no address. */
  | 'bad_target'
  | 'other_host'
  /** It leads back to itself, also over other redirects. */
  | 'redirect_loop'
  /** The address leads to a page of the shop, and would no longer. */
  | 'dead_target'

export const longestRedirectPath = 1000
export const longestRedirectTarget = 2000

/** Redirects that are followed one after the other; the visitor is redirected once. */
export const mostHops = 10

/** An address as it is compared: in lower case, decoded, without query, fragment and slash at the end. Null: no path. */
export function redirectPath(address: string): string | null {
  const [path = ''] = address.split(/[?#]/, 1)
  // Any client can request an address: one that is too long even in its shortest decoded form is not decoded.
  if (path.length > longestRedirectPath * mostCharactersEncoded) return null
  try {
    const decoded = withoutSlashes(decodeURI(path).normalize('NFC').toLowerCase())
    return isPath(decoded) && decoded.length <= longestRedirectPath ? decoded : null
  } catch {
    return null
  }
}

/** Of one character: three bytes, each as `%E2`. */
const mostCharactersEncoded = 9

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

const isPath = (text: string) => text.startsWith('/') && !text.startsWith('//') && !/[\p{Cc}\s\\]/u.test(text)

export type ReadRedirect =
  | ({ ok: true } & Redirect)
  | { ok: false; code: Exclude<RedirectProblem, 'redirect_loop' | 'dead_target'> }

/**
 * Reads a redirect of a store as people and other shops write it. The former address may name its host, which is dropped;
 * the target may name `ownHosts` only.
 */
export function readRedirect(
  from: string,
  to: string,
  { store, ownHosts }: { store: StoreCode; ownHosts: readonly string[] },
): ReadRedirect {
  const path = formerPath(from)
  // The home page always exists.
  if (path === null || path === '') return { ok: false, code: 'bad_path' }
  // An address with the prefix of a store is looked up only in that store.
  if ((storeFromPath(path)?.code ?? store) !== store) return { ok: false, code: 'bad_path' }
  const target = readTarget(to.trim(), ownHosts)
  return target.ok ? { ok: true, path, target: target.target } : target
}

/** A former address as it is compared, with or without its host. Null: no path. */
export const formerPath = (from: string): string | null => redirectPath(withoutHost(from.trim()))

const withoutHost = (address: string) => address.replace(/^https?:\/\/[^/?#]*/i, '')

function readTarget(
  to: string,
  ownHosts: readonly string[],
): { ok: true; target: string } | { ok: false; code: 'bad_target' | 'other_host' } {
  if (to.length > longestRedirectTarget) return { ok: false, code: 'bad_target' }
  // Browsers read a backslash as a slash: `/\host` is another host.
  if (/^[/\\]{2}/.test(to)) return { ok: false, code: 'other_host' }
  const [, host] = /^https?:\/\/([^/?#]*)/i.exec(to) ?? []
  if (host !== undefined && !ownHosts.includes(host.toLowerCase())) return { ok: false, code: 'other_host' }
  const rest = withoutHost(to)
  const written = host !== undefined && !rest.startsWith('/') ? `/${rest}` : rest
  if (redirectPath(written) === null && !/^\/(?:[?#]|$)/.test(written))
    return { ok: false, code: 'bad_target' }
  // As browsers read it: `/sv/..//host` is another host, and a header takes no other characters than ASCII.
  const { origin, pathname, search, hash } = new URL(written, noHost)
  if (origin !== noHost || pathname.startsWith('//')) return { ok: false, code: 'other_host' }
  return { ok: true, target: pathname + search + hash }
}

const noHost = 'http://shop.invalid'

/** What following a redirect asks of the shop. */
export interface RedirectLookup {
  /** The target of the redirect of a path; null: none. */
  targetOf(store: StoreCode, path: string): string | null
  /** Whether the store has a content page under the path, such as `about`. */
  hasPage(store: StoreCode, path: string): boolean
}

/**
 * Where a former address leads: a page of a store. Null: nowhere, also where the target is an address that only the
 * former shop had, or where redirects lead in a circle.
 */
export function followRedirect(lookup: RedirectLookup, store: StoreCode, address: string): string | null {
  let path = redirectPath(address)
  let target: string | null = null
  for (let hops = 0; path !== null && hops < mostHops; hops += 1) {
    const next = targetOf(lookup, store, path)
    if (next === null) return target === null ? null : pageOfShop(lookup, store, target)
    // A page that exists is shown; where there is none, its own redirect follows.
    if (storeFromPath(next.replace(/[?#].*$/, '')) !== null) return next
    target = next
    path = redirectPath(target) ?? ''
  }
  return null
}

function targetOf(lookup: RedirectLookup, store: StoreCode, path: string): string | null {
  const product = productPath(path)
  return lookup.targetOf(store, path) ?? (product === null ? null : lookup.targetOf(store, product))
}

/**
 * Shopify shows a product also below each of its collections, as `/collections/ANY/products/HANDLE`: its own path. Null:
 * the path is none of these.
 */
export const productPath = (path: string): string | null =>
  /^\/collections\/[^/]+(\/products\/[^/]+)$/.exec(path)?.[1] ?? null

/** Where to look for a redirect of an address. */
export interface RedirectPlace {
  store: StoreCode
  path: string
}

/**
 * The stores and paths of which a former address may be one, in the order in which they are asked. An address may begin
 * with the language or country for which the former shop showed its page (`/de/products/cable`, `/nb-no/products/cable`):
 * it is that of the store, and what follows is the address. One that names neither may be of any store: that of the
 * visitor comes first.
 */
export function redirectPlaces(visitorsStore: StoreCode, address: string): RedirectPlace[] {
  const inOrder = [visitorsStore, ...storeCodes.filter((code) => code !== visitorsStore)]
  const own = storeFromPath(address)?.code ?? null
  const [, first = '', rest = ''] = /^\/([a-z]{2}(?:[-_][a-z]{2})?)(\/.+)$/i.exec(address) ?? []
  const named = own === null ? inOrder : [own]
  const whole = named.map((store) => ({ store, path: address }))
  if (rest === '') return whole
  const meant = own === null ? storesOf(first.toLowerCase()) : [own]
  return [...whole, ...(meant.length === 0 ? inOrder : meant).map((store) => ({ store, path: rest }))]
}

/**
 * Where an address leads for a visitor; null: nowhere. `redirect` answers for one store and path, as `followRedirect` does.
 * A former address whose store's page has the same one (`/about` → `/sv/about`) is also asked for once that page is gone:
 * an address that would lead back to itself leads nowhere.
 */
export function movedTo(
  redirect: (store: StoreCode, path: string) => string | null,
  visitorsStore: StoreCode,
  address: string,
): string | null {
  const target = firstTarget(redirect, visitorsStore, address)
  if (target === null) return null
  const start = redirectPath(address)
  const seen = new Set<string>()
  let path = redirectPath(target)
  while (path !== null && !seen.has(path)) {
    if (path === start) return null
    seen.add(path)
    const next = firstTarget(redirect, storeFromPath(path)?.code ?? visitorsStore, path)
    path = next === null ? null : redirectPath(next)
  }
  return target
}

function firstTarget(
  redirect: (store: StoreCode, path: string) => string | null,
  visitorsStore: StoreCode,
  address: string,
): string | null {
  for (const { store, path } of redirectPlaces(visitorsStore, address)) {
    const target = redirect(store, path)
    if (target !== null) return target
  }
  return null
}

/** The stores of a country, or else of a language, as addresses name them (`en_no`). Empty: none of them. */
function storesOf(locale: string): StoreCode[] {
  const [language = '', country] = locale.split(/[-_]/)
  const inCountry = storeCodes.filter(
    (code) => stores[code].countryCode.toLowerCase() === (country ?? language),
  )
  if (inCountry.length > 0) return inCountry
  return storeCodes.filter((code) => stores[code].iso.split('-')[0] === language)
}

/** A target without the prefix of a store, as a page of the store: the home page and content pages of other systems have none. */
function pageOfShop(lookup: RedirectLookup, store: StoreCode, target: string): string | null {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(target) ?? []
  if (path === '/') return `/${store}${rest}`
  const [, name] = /^\/pages\/([^/]+)\/?$/i.exec(path) ?? []
  return name !== undefined && lookup.hasPage(store, name) ? `/${store}/${name}${rest}` : null
}
