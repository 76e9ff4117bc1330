/**
 * The landing parameters of an address: which there are and what remains when they are done (QUERY rows). Pure;
 * landing.ts acts on them.
 */
import { readAtc, type AtcEntry } from '../../domain/cart/atc.ts'
import { isDiscountCode } from '../../domain/coupons/discount-code.ts'

/** QUERY-10. */
const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'gclid',
] as const

/** Good once: a reload must not do them again (QUERY-15). */
const spentParameters = ['token', 'change_password', 'atc'] as const

/** Pages whose own `token` is not a login: it belongs to the link of a mail (NEWS-01, double opt-in). */
const pagesWithOwnToken = /^\/[a-z]{2}\/(?:unsubscribe|confirm)\/?$/i

/** Codes taken of one address: each is asked for. */
const mostCodes = 20

export interface Landing {
  /** Well-formed discount codes, in order (QUERY-08, 09). */
  codes: string[]
  /** What the cart is to hold; empty: it stays (QUERY-05, 07). */
  atc: AtcEntry[]
  /** Whether the visitor comes from a campaign (QUERY-10). */
  campaign: boolean
  /** Whether the login panel opens (QUERY-04, 12). */
  login: boolean
  /** Logs the visitor in (QUERY-01); null: none. */
  token: string | null
  /** Opens the panel's form for a new password (QUERY-04); null: none. */
  resetToken: string | null
}

/** What the query of a page asks for; an empty parameter but `login` asks for nothing. */
export function readLanding(search: string, pathname = '/'): Landing {
  const query = new URLSearchParams(search)
  const has = (name: string) => (query.get(name) ?? '') !== ''
  return {
    codes: [...new Set(query.getAll('disc').filter(isDiscountCode))].slice(0, mostCodes),
    atc: readAtc(query.get('atc') ?? ''),
    campaign: campaignParameters.some(has),
    login: query.has('login') || has('change_password'),
    token: pagesWithOwnToken.test(pathname) ? null : query.get('token') || null,
    resetToken: query.get('change_password') || null,
  }
}

/** The query without what is spent, everything else as it was written; null where nothing was (QUERY-15). */
export function withoutSpent(search: string, pathname = '/'): string | null {
  if (pagesWithOwnToken.test(pathname)) return null
  const parts = search.replace(/^\?/, '').split('&')
  const kept = parts.filter((part) => {
    const [name] = new URLSearchParams(part).keys()
    return !(spentParameters as readonly (string | undefined)[]).includes(name)
  })
  if (kept.length === parts.length) return null
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}
