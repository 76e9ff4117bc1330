/** Reports searches without results to the shop, which counts them without who searched (decision 95). */
import type { SearchMiss } from '../../../contract/search-misses.ts'
import { readTerm } from '../../../domain/search/search-term.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { links } from '../../links.ts'
import { apiBaseUrl } from '../../state/api-client.ts'
import { useShopState } from '../../state/shop-state.ts'

/** The terms that this document has reported: a search is counted once, not again by the dropdown or by going back. */
const reported = new Set<string>()

/** Never throws, and answers at once. Searches in the browsers of staff are not counted. */
export function reportMiss(store: Store, text: string): void {
  const query = readTerm(text)
  if (query === null || reported.has(query) || useShopState.getState().cart.internal) return
  reported.add(query)
  const body = new Blob([JSON.stringify({ query } satisfies SearchMiss)], { type: 'application/json' })
  navigator.sendBeacon(apiBaseUrl() + links.api(store, 'search-misses'), body)
}
