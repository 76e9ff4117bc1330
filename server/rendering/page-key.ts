/**
 * Which stored page an address maps to. Landing parameters (`disc`, `utm_*`, `login` …) are read by the
 * browser and never part of the key. An address whose page must not be shared has no key (design, section 4).
 */
import { sessionCookieNames } from '../../api/session-cookies.ts'
import { longestTerm } from '../../domain/search/search-term.ts'
import { modulePageAt, modulePagesWithTerm } from '../../domain/seo/module-pages.ts'
import { ownSections } from '../../domain/seo/own-sections.ts'
import { isStoreCode, stores, type Store, type StoreCode } from '../../domain/stores/stores.ts'

const unsharedSections: ReadonlySet<string> = new Set(ownSections)

/** Cookies whose presence means that the shopper is signed in. */
const signedInCookies: ReadonlySet<string> = new Set(sessionCookieNames)

/** Longest path plus query that the shop accepts; a longer one is refused (414). */
export const maxAddressLength = 2048

/**
 * The address of a search with a pasted, overlong term, cut to the part that is searched (302): the shopper
 * gets results instead of an error. Null if nothing needs to be cut.
 */
export function withShortTerm(address: string): string | null {
  const [path = '', parameters = ''] = address.split('?', 2)
  const [, store = '', ...rest] = path.split('/')
  if (!isStoreCode(store) || !termPaths(store).includes(rest.join('/'))) return null
  const term = new URLSearchParams(parameters).get('query')
  if (term === null || term.length <= longestTerm) return null
  return `${path}?query=${encodeURIComponent(term.slice(0, longestTerm).toWellFormed())}`
}

/** Pages that take a search term. */
function termPaths(store: StoreCode): string[] {
  return [stores[store].paths.search, ...modulePagesWithTerm(store)]
}

export interface PageAddress {
  store: Store | null
  /** React Router's data response instead of the document. */
  isData: boolean
  /** The segment after the store's prefix, in lower case: the router matches paths case-insensitively. */
  section: string
  /** Path with the allowed query in fixed order: what the page is rendered from. */
  normalized: string
  /** Parameters that are not part of the page; kept on redirects. */
  landing: URLSearchParams
  /** Null: rendered for this request alone. */
  key: string | null
  vatIncluded: boolean
}

export interface CookieView {
  vatExcluded: boolean
  signedIn: boolean
  locale: string | null
}

/** The three values the shop reads from a Cookie header, without parsing the rest. */
export function readCookies(header: string | undefined): CookieView {
  const view: CookieView = { vatExcluded: false, signedIn: false, locale: null }
  if (header === undefined) return view
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    if (name === 'vat') view.vatExcluded = part.slice(at + 1).trim() === 'ex'
    else if (name === 'i18n_redirected') view.locale = part.slice(at + 1).trim()
    else if (signedInCookies.has(name)) view.signedIn = true
  }
  return view
}

/**
 * Parses `pathname?search`. `isFacet` distinguishes registered filter parameters from unknown ones. Null: the
 * address is invalid (broken percent-encoding, control characters, `//`, `..`).
 */
export function readPageAddress(
  address: string,
  cookies: CookieView,
  isFacet: (name: string) => boolean,
): PageAddress | null {
  const mark = address.indexOf('?')
  const rawPath = mark < 0 ? address : address.slice(0, mark)
  const path = readablePath(rawPath)
  if (path === null) return null
  const isData = path.endsWith('.data')
  const [, first = '', rawSection = ''] = (isData ? path.slice(0, -'.data'.length) : path).split('/', 3)
  const section = rawSection.toLowerCase()
  const store = isStoreCode(first) ? stores[first] : null
  const ofPage: readonly string[] = (store && modulePageAt(store.code, section)?.parameters) ?? []
  const kept = new URLSearchParams()
  const landing = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1))) {
    const belongs =
      ofPage.includes(name) ||
      name === 'page' ||
      name === 'sort' ||
      name === 'query' ||
      (isData && name === '_routes')
    if ((belongs && !kept.has(name)) || isFacet(name)) kept.append(name, value)
    else if (!belongs) landing.append(name, value)
  }
  const unshared = unsharedSections.has(section)
  if (unshared) for (const [name, value] of landing) kept.append(name, value)
  kept.sort()
  const query = kept.toString()
  const normalized = query === '' ? rawPath : `${rawPath}?${query}`
  const vatIncluded = !(cookies.vatExcluded && store?.allowExVat === true)
  const shared = store !== null && !unshared && !cookies.signedIn && !landing.has('token')
  return {
    store,
    isData,
    section,
    normalized,
    landing,
    vatIncluded,
    key: shared ? `${vatIncluded ? 'incl' : 'ex'} ${normalized}` : null,
  }
}

/**
 * The key of an address without parameters, for the fast path: the same as `readPageAddress` returns if the
 * page is shared. Nothing is ever stored under the address of an unshared or invalid page, so those are not
 * checked here.
 */
export function plainPageKey(address: string, store: Store, cookies: CookieView): string {
  return `${cookies.vatExcluded && store.allowExVat ? 'ex' : 'incl'} ${address}`
}

/**
 * The address in the form that the client asks for: `Accept: text/markdown` gets a product's page as
 * Markdown.
 */
export function addressInForm(address: string, accept: string | undefined): string {
  if (accept === undefined || !accept.includes('text/markdown')) return address
  if (/text\/markdown\s*;\s*q=0(?:\.0*)?(?:,|$)/.test(accept)) return address
  return address.replace(/^(\/[a-z]+\/artiklar\/[^/?]+)\.html(?=\?|$)/, '$1.md')
}

function readablePath(rawPath: string): string | null {
  if (rawPath.startsWith('//')) return null
  try {
    const path = decodeURI(rawPath)
    // The renderer removes `.` and `..` from an address: the page would differ from its key.
    if (/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)) return null
    // eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
    return /[\u0000-\u001f\u007f\\]|%00/i.test(path) ? null : path
  } catch {
    return null
  }
}
