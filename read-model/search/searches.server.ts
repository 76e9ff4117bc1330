/**
 * Runs the searches of a node: caches recent ones, lets a search thread run the others, and writes the cards
 * with current prices and stock.
 */
import { LRUCache } from 'lru-cache'
import type { SearchAnswer } from '../../domain/catalogue/catalogue.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import { searchAnswer, searchOutline, type Outline, type SearchQuery } from './search-answer.server.ts'
import type { SearchThreads } from './search-threads.server.ts'

/** Number of cached results: most searches repeat a few popular queries. */
export const cachedSearches = 5_000
const longestRemembered = 60

export interface SearchesOptions {
  state: IndexState
  /** Null: the main thread searches. */
  threads: SearchThreads | null
  /** How many results to cache; 0: none. */
  remembered: number
}

export function createSearches({ state, threads, remembered }: SearchesOptions) {
  const known = remembered > 0 ? new LRUCache<string, Promise<Outline>>({ max: remembered }) : null

  async function find(store: StoreCode, query: SearchQuery): Promise<Outline> {
    // An index that was never built exists only in this thread's memory.
    if (threads?.isReady() && state.db.path !== ':memory:') return await threads.ask(state, store, query)
    return searchOutline(state, store, query)
  }

  function outline(store: StoreCode, asked: SearchQuery): Promise<Outline> {
    const query = { ...asked, query: asked.query.slice(0, 1_000).trim().replace(/\s+/g, ' ').toLowerCase() }
    const isCommon = query.query.length <= longestRemembered && Object.keys(query.facets).length === 0
    if (!known || !isCommon) return find(store, query)
    const { page, sort, withFacets } = query
    // The version changes with every update of the index, so cached results are never stale.
    const key = `${state.opened}/${state.version}/${store}/${page}/${sort}/${withFacets !== false}/${query.query}`
    let found = known.get(key)
    if (!found) {
      found = find(store, query)
      known.set(key, found)
      found.catch(() => known.delete(key))
    }
    return found
  }

  return {
    async search(store: StoreCode, query: SearchQuery): Promise<SearchAnswer> {
      return searchAnswer(state, store, query, await outline(store, query))
    },
  }
}
