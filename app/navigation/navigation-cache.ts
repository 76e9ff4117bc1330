/**
 * The pages seen last stay at hand (CHROME-24): going back to one shows what it showed, at its place, without asking
 * the shop again. Filters, order and page are in the address, and the router keeps the place; kept here is the data.
 */
import type { DataStrategyResult, Location, UIMatch } from 'react-router'

/** How many, the one on show among them. */
export const cachedPages = 2

/** Start and checkout with its confirmation are always new, and so is what a shopper changes: account and orders. */
const neverKept = new Set(['', 'checkout', 'my-account', 'my-order', 'track-order'])

interface KeptPage {
  /** The history's name of the visit. */
  key: string
  address: string
  results: Record<string, DataStrategyResult>
}

let kept: KeptPage[] = []
let shownKey: string | null = null

/** To be told of every page that is shown, with the routes it is made of; of those, the chrome's own never change. */
export function cachePage({ key, pathname, search }: Location, matches: readonly UIMatch[]): void {
  shownKey = key
  const [page] = matches.slice(-1)
  const [, , section = ''] = pathname.split('/')
  const others = kept.filter((other) => other.key !== key)
  if (neverKept.has(section) || page?.loaderData === undefined) {
    kept = others
    return
  }
  const results = { [page.id]: { type: 'data' as const, result: page.loaderData } }
  kept = [...others, { key, address: pathname + search, results }].slice(-cachedPages)
}

/** What the routes of a page that is gone back to answered; every other navigation asks the shop. */
export function answerFromKept(url: string): KeptPage['results'] | undefined {
  // The browser has gone back already when the router asks; a link is followed from the page on show.
  const key = (history.state as { key?: string } | null)?.key ?? 'default'
  const { pathname, search } = new URL(url)
  const page = kept.find((other) => other.key === key && other.address === pathname + search)
  return key === shownKey ? undefined : page?.results
}
