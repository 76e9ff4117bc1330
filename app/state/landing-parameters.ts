/**
 * The landing parameters of an address: parsing them, and the query that remains (QUERY rows). Pure;
 * landing.ts acts on them.
 */
import { readDestination } from '../../domain/accounts/login-destination.ts'
import { readAtc } from '../../domain/cart/atc.ts'
import type { SkuUnits } from '../../domain/products/sku.ts'
import { isDiscountCode } from '../../domain/coupons/discount-code.ts'

/** Parameters that mark a visit from a campaign (QUERY-10). */
const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_id',
  'gclid',
] as const

/** Used once: a reload must not repeat them (QUERY-15). */
const spentParameters = ['token', 'change_password', 'atc', 'disc', 'login'] as const

/** No part of the source that is recorded: the first two open an account, the third may be longer than it. */
const unrecordedParameters = ['token', 'change_password', 'atc'] as const

/** Maximum number of codes taken from one address: each causes a request. */
const mostCodes = 20

export interface Landing {
  /** Well-formed discount codes, in order (QUERY-08, 09). */
  codes: string[]
  /** The lines the cart is to hold; empty: it is unchanged (QUERY-05, 07). */
  atc: SkuUnits[]
  /** Whether the visitor comes from a campaign (QUERY-10). */
  campaign: boolean
  /** Whether the login panel opens (QUERY-04, 12). */
  login: boolean
  /** The page that asked for the login, which opens after it; null: none. */
  destination: string | null
  /** Login token (QUERY-01); null: none. */
  token: string | null
  /** Token that opens the form for a new password (QUERY-04); null: none. */
  resetToken: string | null
}

/**
 * Parses the landing parameters of a query; empty parameters other than `login` are ignored. `hasOwnToken`: the page's
 * `token` is of a mailed link (own-token.server.ts).
 */
export function readLanding(search: string, pathname = '/', hasOwnToken = false): Landing {
  const query = new URLSearchParams(search)
  const has = (name: string) => (query.get(name) ?? '') !== ''
  return {
    codes: [...new Set(query.getAll('disc').filter(isDiscountCode))].slice(0, mostCodes),
    atc: readAtc(query.get('atc') ?? ''),
    campaign: campaignParameters.some(has),
    login: query.has('login') || has('change_password'),
    destination: readDestination(query.get('login') ?? '', pathname.split('/')[1] ?? ''),
    token: hasOwnToken ? null : query.get('token') || null,
    resetToken: query.get('change_password') || null,
  }
}

/** The query without the used parameters, everything else unchanged; null if none was used (QUERY-15). */
export function withoutSpent(search: string, hasOwnToken = false): string | null {
  const spent = spentParameters.filter((name) => name !== 'token' || !hasOwnToken)
  const rest = without(search, spent)
  return rest === search ? null : rest
}

/** The address as the source of a visit (QUERY-11). */
export function sourceAddress({ origin, pathname, search, hash }: Location | URL): string {
  return origin + pathname + without(search, unrecordedParameters) + hash
}

/** A query without the named parameters; the others keep their spelling. */
function without(search: string, names: readonly string[]): string {
  const parts = search.replace(/^\?/, '').split('&')
  const kept = parts.filter(
    (part) => ![...new URLSearchParams(part).keys()].some((name) => names.includes(name)),
  )
  if (kept.length === parts.length) return search
  return kept.length === 0 ? '' : `?${kept.join('&')}`
}
