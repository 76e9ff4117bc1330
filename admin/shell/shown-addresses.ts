/**
 * The search part of each page's address as this tab last showed it: the link back from an order leads to the table
 * with its filters, sort and page. In memory only, because filters may hold the address of a customer.
 */
const searches = new Map<string, string>()

/** Called for every page that is shown. */
export function noteAddress({ pathname, search }: { pathname: string; search: string }): void {
  searches.set(pathname, search)
}

/** The address as it was last shown. One with a search part of its own is returned as it is. */
export function lastShown(to: string): string {
  return to.includes('?') ? to : `${to}${searches.get(to) ?? ''}`
}
