/**
 * How many hits of a search have each facet value. Few hits are read one by one; of many the values are those
 * of the best hits, and each is counted over all of them by its member set, so that no number shown is too
 * small. Beyond what is placed at once the numbers are lower bounds, and say so.
 */
import { countFacets, type FacetCounts, type HitRow } from '../query/facet-answers.server.ts'
import type { IndexState } from '../schema/index-state.server.ts'
import { productOfKey } from '../schema/index-schema.server.ts'
import { setOf } from '../schema/member-sets.server.ts'
import { countValues } from '../query/narrowed-listing.server.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'
import type { Found } from './find-products.server.ts'

/** Hits that are counted one by one: a few milliseconds. Searches that find more are narrowed anyway. */
const mostPlaced = 3_000

export interface HitCounts {
  counts: FacetCounts
  /** Whether every value may have more. */
  areLeast: boolean
}

/** `best`: all hits, or the best ones of a broad search. */
export function countHits(state: IndexState, store: StoreCode, found: Found, best: readonly HitRow[]): HitCounts {
  const counts = countFacets(best)
  if (found.match === null || found.total <= best.length) return { counts, areLeast: false }
  if (found.total > mostPlaced) return { counts, areLeast: true }
  const rows = state.db.all<{ key: number }>(
    `select e.key from words_${store} f cross join entry e on e.doc = f.rowid where words_${store} match ?`,
    found.match,
  )
  const members = setOf([...rows, ...best].map(({ key }) => productOfKey(key)))
  return { counts: countValues(state, store, members, [...counts.keys()]), areLeast: false }
} // prettier-ignore
