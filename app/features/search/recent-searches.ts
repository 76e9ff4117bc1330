/** The last searches of this browser in a store, kept on the device only: they are never sent. */

const longest = 6

const keyOf = (storeCode: string) => `recent-searches-${storeCode}`

/** Newest first; none where storage is blocked or unreadable. */
export function recentSearches(storeCode: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(storeCode)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((term) => typeof term === 'string').slice(0, longest) : []
  } catch {
    return []
  }
}

/** Puts a term first; a term that is there already moves up. */
export function rememberSearch(storeCode: string, term: string): void {
  const others = recentSearches(storeCode).filter((other) => other !== term)
  store(storeCode, [term, ...others].slice(0, longest))
}

export function clearRecentSearches(storeCode: string): void {
  store(storeCode, [])
}

function store(storeCode: string, terms: readonly string[]) {
  try {
    localStorage.setItem(keyOf(storeCode), JSON.stringify(terms))
  } catch {
    // Storage is blocked or full: the searches are not remembered.
  }
}
