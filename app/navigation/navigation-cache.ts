/**
 * The navigation cache: going back to a recent page restores its data and scroll position without a request
 * (CHROME-24). Filters, order and page number are in the address, and the router restores the scroll
 * position; this cache holds the data.
 */
import type { DataStrategyResult, Location, UIMatch } from 'react-router'

/** Maximum number of cached pages, the current one included. */
export const cachedPages = 2

/** Never cached: start, checkout and confirmation, and pages a shopper changes (account and orders). */
const neverCached = new Set(['', 'checkout', 'my-account', 'my-order', 'track-order'])

interface CachedPage {
  /** The history key of the visit. */
  key: string
  address: string
  results: Record<string, DataStrategyResult>
}

let cached: CachedPage[] = []
let shownKey: string | null = null

/** Called for every page that is shown, with its matched routes; the layout's own routes never change. */
export function cachePage({ key, pathname, search }: Location, matches: readonly UIMatch[]): void {
  shownKey = key
  const [page] = matches.slice(-1)
  const [, , section = ''] = pathname.split('/')
  const others = cached.filter((other) => other.key !== key)
  if (neverCached.has(section) || page?.loaderData === undefined) {
    cached = others
    return
  }
  const results = { [page.id]: { type: 'data' as const, result: page.loaderData } }
  cached = [...others, { key, address: pathname + search, results }].slice(-cachedPages)
}

/** The cached loader data for a page that is gone back to; every other navigation calls the loaders. */
export function answerFromCache(url: string): CachedPage['results'] | undefined {
  // On "back" the browser's location has changed before the router asks; on a link it has not.
  const key = (history.state as { key?: string } | null)?.key ?? 'default'
  const { pathname, search } = new URL(url)
  const page = cached.find((other) => other.key === key && other.address === pathname + search)
  return key === shownKey ? undefined : page?.results
}
